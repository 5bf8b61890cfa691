(* Equations of polynomials with rational coefficients: read by Ltac2, decided by `vm_compute`.

   `ring` of the standard library reads its atoms in Ltac, which takes most of its time, and does
   not know that 2 * / 2 = 1. Its theorem is used here with rationals as coefficients. Nothing here
   is trusted: the kernel checks the proof that is found. *)
From Coq Require Import Reals Lra List QArith Ring_polynom Ring_theory Field_theory.
From Ltac2 Require Import Ltac2.
Set Default Proof Mode "Classic".
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. the theorem *)

(* The number that a coefficient stands for, as formulas write it. *)
Definition number (q : Q) : R :=
  match Qden q with
  | xH => IZR (Qnum q)
  | d => match Qnum q with Zpos xH => / IZR (Zpos d) | n => IZR n * / IZR (Zpos d) end
  end.
Lemma number_is (n : Z) (d : positive) : number (n # d) = IZR n * / IZR (Zpos d).
Proof.
  unfold number. simpl. destruct d; try field; destruct n as [|[| |]|]; try reflexivity; ring.
Qed.
Lemma positive_number (d : positive) : IZR (Zpos d) <> 0.
Proof. apply not_0_IZR. discriminate. Qed.
Lemma number_equal (p q : Q) : (p == q)%Q -> number p = number q.
Proof.
  destruct p as [a b], q as [c d]. unfold Qeq. simpl. intros E. rewrite !number_is.
  apply (f_equal IZR) in E. rewrite !mult_IZR in E.
  assert (P := positive_number b). assert (N := positive_number d).
  apply (Rmult_eq_reg_r (IZR (Zpos b) * IZR (Zpos d)));
    [|apply Rmult_integral_contrapositive_currified; assumption].
  transitivity (IZR a * IZR (Zpos d)); [field; assumption|]. rewrite E. field. assumption.
Qed.
Definition add (p q : Q) := Qred (p + q).
Definition multiply (p q : Q) := Qred (p * q).
Definition subtract (p q : Q) := Qred (p - q).
Definition divide (p q : Q) : Q * Q := if Qeq_bool q 0 then (0%Q, p) else (Qred (p / q), 0%Q).
Lemma number_add p q : number (add p q) = number p + number q.
Proof.
  unfold add. rewrite (number_equal _ _ (Qred_correct (p + q))). destruct p as [a b], q as [c d].
  unfold Qplus. simpl. rewrite !number_is, plus_IZR, !mult_IZR, Pos2Z.inj_mul, mult_IZR.
  field. split; apply positive_number.
Qed.
Lemma number_opposite p : number (Qopp p) = - number p.
Proof. destruct p as [a b]. unfold Qopp. simpl. rewrite !number_is, opp_IZR. ring. Qed.
Lemma number_subtract p q : number (subtract p q) = number p - number q.
Proof.
  change (subtract p q) with (add p (- q)). rewrite number_add, number_opposite. reflexivity.
Qed.
Lemma number_multiply p q : number (multiply p q) = number p * number q.
Proof.
  unfold multiply. rewrite (number_equal _ _ (Qred_correct (p * q))).
  destruct p as [a b], q as [c d]. unfold Qmult. simpl.
  rewrite !number_is, !mult_IZR, Pos2Z.inj_mul, mult_IZR. field. split; apply positive_number.
Qed.
Definition numbers : ring_morph 0 1 Rplus Rmult Rminus Ropp eq 0%Q 1%Q add multiply subtract Qopp
  Qeq_bool number.
Proof.
  constructor; try reflexivity; intros.
  - apply number_add. - apply number_subtract. - apply number_multiply. - apply number_opposite.
  - apply number_equal, Qeq_bool_eq. assumption.
Qed.
Lemma divides : div_theory eq add multiply number divide.
Proof.
  constructor. intros a b. unfold divide. destruct (Qeq_bool b 0) eqn:Z.
  - rewrite number_add, number_multiply. change (number 0) with 0. ring.
  - rewrite number_add. change (number 0) with 0. rewrite Rplus_0_r. apply number_equal.
    unfold multiply. rewrite !Qred_correct. symmetry. apply Qmult_div_r.
    apply Qeq_bool_neq. assumption.
Qed.

Notation polynomial := (PExpr Q).
Definition value : list R -> polynomial -> R :=
  PEeval 0 1 Rplus Rmult Rminus Ropp number N.to_nat pow.
Definition hold : list R -> list (polynomial * polynomial) -> Prop :=
  interp_PElist 0 1 Rplus Rmult Rminus Ropp eq number N.to_nat pow.
Notation reduce := (norm_subst 0%Q 1%Q add multiply subtract Qopp Qeq_bool divide).
Notation monomials := (mk_monpol_list 0%Q 1%Q add multiply subtract Qopp Qeq_bool divide).
Definition passes := 1000%nat.
Definition agree rules left right :=
  let known := monomials rules in
  Peq Qeq_bool (reduce passes known left) (reduce passes known right).
Lemma agreed atoms rules left right : hold atoms rules -> agree rules left right = true ->
  value atoms left = value atoms right.
Proof.
  exact (ring_correct (Eqsth R) (Eq_ext Rplus Rmult Ropp)
    (Rth_ARth (Eqsth R) (Eq_ext Rplus Rmult Ropp) RTheory) numbers R_power_theory divides
    passes atoms rules left right).
Qed.
(* Whether two fractions are equal where their denominators do not vanish: only a test. *)
Definition fractions_agree rules one other :=
  let fraction := Fnorm 0%Q 1%Q add multiply subtract Qopp Qeq_bool in
  let one := fraction one in
  let other := fraction other in
  agree rules (PEmul (num one) (denum other)) (PEmul (num other) (denum one)).

(* ------------------------------------------------------------------ 2. reading *)

(* What a formula is read as: a polynomial, whose inverses are atoms, or a fraction. *)
Ltac2 Type shape := { sum : constr; difference : constr; product : constr; opposite : constr;
  power : constr; coefficient : constr; variable : constr; inverse : constr option }.
Ltac2 polynomial_shape () := { sum := constr:(@PEadd Q); difference := constr:(@PEsub Q);
  product := constr:(@PEmul Q); opposite := constr:(@PEopp Q); power := constr:(@PEpow Q);
  coefficient := constr:(@PEc Q); variable := constr:(@PEX Q); inverse := None }.
Ltac2 fraction_shape () := { sum := constr:(@FEadd Q); difference := constr:(@FEsub Q);
  product := constr:(@FEmul Q); opposite := constr:(@FEopp Q); power := constr:(@FEpow Q);
  coefficient := constr:(@FEc Q); variable := constr:(@FEX Q); inverse := Some constr:(@FEinv Q) }.
Ltac2 Type reading := { shape : shape; mutable known : constr list; mutable count : int }.
Ltac2 apply_to (f : constr) (l : constr list) :=
  Constr.Unsafe.make (Constr.Unsafe.App f (Array.of_list l)).
Ltac2 rec positive (n : int) :=
  if Int.le n 1 then constr:(xH)
  else
    let half := positive (Int.div n 2) in
    if Int.equal (Int.mod n 2) 0 then apply_to constr:(xO) [half] else apply_to constr:(xI) [half].
(* The variable for an atom: the atoms read last stand first. *)
Ltac2 atom (s : reading) (t : constr) :=
  let rec find l n := match l with
    | [] => s.(known) := (t :: s.(known)); s.(count) := (Int.add 1 (s.(count))); s.(count)
    | x :: l => if Constr.equal x t then n else find l (Int.sub n 1)
    end in
  let n := find (s.(known)) (s.(count)) in
  apply_to (s.(shape).(variable)) [positive n].
Ltac2 rec closed_positive (t : constr) := match Constr.Unsafe.kind t with
  | Constr.Unsafe.App _ a => closed_positive (Array.get a 0)
  | Constr.Unsafe.Constructor _ _ => true
  | _ => false end.
Ltac2 closed_integer (t : constr) := match Constr.Unsafe.kind t with
  | Constr.Unsafe.App f a => match Constr.Unsafe.kind f with
    | Constr.Unsafe.Constructor _ _ => closed_positive (Array.get a 0)
    | _ => false end
  | Constr.Unsafe.Constructor _ _ => true
  | _ => false end.
Ltac2 rec natural (t : constr) := match Constr.Unsafe.kind t with
  | Constr.Unsafe.App f a =>
    if Constr.equal f constr:(S) then
      let n := natural (Array.get a 0) in if Int.lt n 0 then n else Int.add 1 n
    else -1
  | _ => if Constr.equal t constr:(O) then 0 else -1 end.
Ltac2 coefficient (s : reading) (numerator : constr) (denominator : constr) :=
  apply_to (s.(shape).(coefficient)) [apply_to constr:(Qmake) [numerator; denominator]].
(* The denominator of the inverse of a numeral greater than 1. *)
Ltac2 numeral_below (x : constr) := match Constr.Unsafe.kind x with
  | Constr.Unsafe.App f a =>
    if Constr.equal f constr:(IZR) then match Constr.Unsafe.kind (Array.get a 0) with
      | Constr.Unsafe.App sign d =>
        let d := Array.get d 0 in
        if Constr.equal sign constr:(Zpos) then
          if closed_positive d then if Constr.equal d constr:(xH) then None else Some d
          else None
        else None
      | _ => None end
    else None
  | _ => None end.
Ltac2 rec read (s : reading) (t : constr) := match Constr.Unsafe.kind t with
  | Constr.Unsafe.App f a =>
    let first () := Array.get a 0 in
    let two op := apply_to op [read s (first ()); read s (Array.get a 1)] in
    if Constr.equal f constr:(Rmult) then two (s.(shape).(product))
    else if Constr.equal f constr:(Rplus) then two (s.(shape).(sum))
    else if Constr.equal f constr:(Rminus) then two (s.(shape).(difference))
    else if Constr.equal f constr:(Ropp) then
      apply_to (s.(shape).(opposite)) [read s (first ())]
    else if Constr.equal f constr:(IZR) then
      if closed_integer (first ()) then coefficient s (first ()) constr:(xH) else atom s t
    else if Constr.equal f constr:(Rinv) then inverse s t (first ())
    else if Constr.equal f constr:(Rdiv) then
      let one := Array.get a 1 in
      let under := inverse s (apply_to constr:(Rinv) [one]) one in
      apply_to (s.(shape).(product)) [read s (first ()); under]
    else if Constr.equal f constr:(pow) then
      let n := natural (Array.get a 1) in
      if Int.lt n 0 then atom s t else
        let n := if Int.equal n 0 then constr:(N0) else apply_to constr:(Npos) [positive n] in
        apply_to (s.(shape).(power)) [read s (first ()); n]
    else atom s t
  | _ => atom s t end
(* `t` is the inverse of `x`. *)
with inverse s t x := match numeral_below x with
  | Some d => coefficient s constr:(Zpos xH) d
  | None => match s.(shape).(inverse) with
    | Some over => apply_to over [read s x]
    | None => atom s t end end.
Ltac2 rec list_of (type : constr) (l : constr list) := match l with
  | [] => apply_to constr:(@nil) [type]
  | x :: l => apply_to constr:(@cons) [type; x; list_of type l] end.
Ltac2 reading_of shape := { shape := shape; known := []; count := 0 }.
Ltac2 atoms_read (s : reading) := list_of constr:(R) (List.rev (s.(known))).

(* ------------------------------------------------------------------ 3. equations *)

(* Equations of a monomial, such as r r = q or a c = 1: polynomials are compared modulo these. *)
Definition rule (m q : R) := m = q.

(* The equations among the premises: each with both sides as polynomials, and its proof. *)
Ltac2 rules_read (s : reading) :=
  let rec go l := match l with
    | [] => []
    | x :: l => let (name, _, type) := x in match Constr.Unsafe.kind type with
      | Constr.Unsafe.App f a =>
        if Constr.equal f constr:(rule) then
          let first_side := read s (Array.get a 0) in
          let last_side := read s (Array.get a 1) in
          (first_side, last_side, type, Control.hyp name) :: go l
        else go l
      | _ => go l end
    end in
  go (Control.hyps ()).
Ltac2 rec rules_listed l := let type := constr:((PExpr Q * PExpr Q)%type) in match l with
  | [] => apply_to constr:(@nil) [type]
  | x :: l => let (first_side, last_side, _, _) := x in
    let one := apply_to constr:(@pair (PExpr Q) (PExpr Q)) [first_side; last_side] in
    let others := rules_listed l in
    apply_to constr:(@cons) [type; one; others] end.
Ltac2 rec rules_proved atoms l := match l with
  | [] => constr:(I)
  | x :: others => let (_, _, type, proof) := x in match others with
    | [] => proof
    | _ => apply_to constr:(@conj)
        [type; apply_to constr:(hold) [atoms; rules_listed others]; proof;
         rules_proved atoms others]
    end end.
Ltac2 true_by_computation test :=
  match Constr.Unsafe.kind constr:(eq_refl true <: true = true) with
  | Constr.Unsafe.Cast proof cast _ => Constr.Unsafe.make (Constr.Unsafe.Cast proof cast
      (apply_to constr:(@eq bool) [test; constr:(true)]))
  | _ => Control.throw Not_found end.
Ltac2 decided test := Constr.equal (Std.eval_vm None test) constr:(true).
Ltac2 equal_polynomials () := lazy_match! goal with [ |- @eq R ?x ?y ] =>
  let s := reading_of (polynomial_shape ()) in
  let first_side := read s x in
  let last_side := read s y in
  let found := rules_read s in
  let rules := rules_listed found in
  let test := apply_to constr:(agree) [rules; first_side; last_side] in
  if decided test then
    let atoms := atoms_read s in
    Std.exact_no_check (apply_to constr:(agreed)
      [atoms; rules; first_side; last_side; rules_proved atoms found; true_by_computation test])
  else Control.zero (Tactic_failure (Some (Message.of_string "not equal as polynomials"))) end.
Ltac polynomials := ltac2:(equal_polynomials ()).

(* Fails where `field` would: its own attempt takes long. Rules are of polynomials. *)
Ltac2 equal_fractions modulo_rules := lazy_match! goal with [ |- @eq R ?x ?y ] =>
  let s := reading_of (fraction_shape ()) in
  let one := read s x in
  let other := read s y in
  let t := { shape := polynomial_shape (); known := s.(known); count := s.(count) } in
  let rules := if modulo_rules then rules_listed (rules_read t) else rules_listed [] in
  if decided (apply_to constr:(fractions_agree) [rules; one; other]) then ()
  else Control.zero (Tactic_failure (Some (Message.of_string "not equal as fractions"))) end.
Ltac fractions := ltac2:(equal_fractions false).
Ltac fractions_modulo := ltac2:(equal_fractions true).
