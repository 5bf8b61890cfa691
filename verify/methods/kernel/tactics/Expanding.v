(* Inner products of linear combinations, multiplied out in one walk over a formula.

   `rewrite` passes over the whole goal once for every product; here Ltac2 builds the result with
   its proof, which the kernel checks. *)
From Coq Require Import Reals List.
From Kernel Require Import Prelude.
From Ltac2 Require Import Ltac2.
Set Default Proof Mode "Classic".
Open Scope R_scope.

Section Expansions.
Context {S : inner_product_space}.
Implicit Types (a b u v : S) (x y c : R) (A B : S -> S).
Lemma add_left a b v x y : inner a v = x -> inner b v = y -> inner (vadd a b) v = x + y.
Proof. intros <- <-. apply inner_add_l. Qed.
Lemma add_right a b u x y : inner u a = x -> inner u b = y -> inner u (vadd a b) = x + y.
Proof. intros <- <-. apply inner_add_r. Qed.
Lemma scale_left c a v x : inner a v = x -> inner (vscale c a) v = c * x.
Proof. intros <-. apply inner_scale_l. Qed.
Lemma scale_right c a u x : inner u a = x -> inner u (vscale c a) = c * x.
Proof. intros <-. apply inner_scale_r. Qed.
Lemma total_left {I} (T : list I) (f : I -> S) v g :
  (forall k, inner (f k) v = g k) -> inner (vtotal T f) v = total T g.
Proof. intros H. rewrite inner_vtotal_l. apply total_ext, H. Qed.
Lemma total_right {I} (T : list I) (f : I -> S) u g :
  (forall k, inner u (f k) = g k) -> inner u (vtotal T f) = total T g.
Proof. intros H. rewrite inner_vtotal_r. apply total_ext, H. Qed.
Lemma image_left A B u v x : adjoint A B -> inner u (B v) = x -> inner (A u) v = x.
Proof. intros H <-. apply H. Qed.
Lemma image_add A B a b u x y : adjoint A B ->
  inner u (A a) = x -> inner u (A b) = y -> inner u (A (vadd a b)) = x + y.
Proof. intros H <- <-. rewrite (adjoint_add _ _ H). apply inner_add_r. Qed.
Lemma image_scale A B c a u x : adjoint A B ->
  inner u (A a) = x -> inner u (A (vscale c a)) = c * x.
Proof. intros H <-. rewrite (adjoint_scale _ _ H). apply inner_scale_r. Qed.
Lemma image_total A B {I} (T : list I) (f : I -> S) u g : adjoint A B ->
  (forall k, inner u (A (f k)) = g k) -> inner u (A (vtotal T f)) = total T g.
Proof. intros H F. rewrite (adjoint_vtotal _ _ H), inner_vtotal_r. apply total_ext, F. Qed.
End Expansions.
Lemma plus_of a b x y : a = x -> b = y -> a + b = x + y.
Proof. intros <- <-. reflexivity. Qed.
Lemma minus_of a b x y : a = x -> b = y -> a - b = x - y.
Proof. intros <- <-. reflexivity. Qed.
Lemma product_of a b x y : a = x -> b = y -> a * b = x * y.
Proof. intros <- <-. reflexivity. Qed.

Lemma function_of (f : R -> R) a x : a = x -> f a = f x.
Proof. intros <-. reflexivity. Qed.
Lemma power_of n (a x : R) : a = x -> a ^ n = x ^ n.
Proof. intros <-. reflexivity. Qed.
Lemma both_sides (a b x y : R) : a = x -> b = y -> x = y -> a = b.
Proof. intros -> -> H. exact H. Qed.

Ltac2 apply_to (f : constr) (l : constr list) :=
  Constr.Unsafe.make (Constr.Unsafe.App f (Array.of_list l)).
(* What formulas are made of: to quote one of these anew at every term takes longer than to look. *)
Ltac2 Type heads := { plus : constr; minus : constr; times : constr; power : constr;
  sum : constr; product : constr; functions : constr list; real : constr;
  vplus : constr; vtimes : constr; vsum : constr; vnull : constr; vectors : constr;
  zero : constr; one : constr; numeral : constr; exponential : constr; inverse : constr }.
Ltac2 heads_of_formulas () := { plus := constr:(Rplus); minus := constr:(Rminus);
  times := constr:(Rmult); power := constr:(pow); sum := constr:(@total);
  product := constr:(@inner); real := constr:(R);
  functions := [constr:(Rinv); constr:(exp); constr:(sin); constr:(cos); constr:(Ropp);
    constr:(sqrt); constr:(ln); constr:(Rabs); constr:(atan)];
  vplus := constr:(@vadd); vtimes := constr:(@vscale); vsum := constr:(@vtotal);
  vnull := constr:(@vzero); vectors := constr:(vector);
  zero := constr:(IZR Z0); one := constr:(IZR (Zpos xH)); numeral := constr:(IZR);
  exponential := constr:(exp); inverse := constr:(Rinv) }.
Ltac2 Type walking := { adjoints : (constr * constr * constr) list; heads : heads;
  mutable free : Fresh.Free.t; mutable changed : bool }.
Ltac2 adjoint_of (s : walking) (f : constr) := List.find_opt
  (fun x => let (a, _, _) := x in Constr.equal a f) (s.(adjoints)).
(* The body of a family at a new variable, and what binds that variable in a result. *)
Ltac2 opened (s : walking) (type : constr) (f : constr) :=
  let k := Fresh.fresh (s.(free)) @k in
  s.(free) := Fresh.Free.union (s.(free)) (Fresh.Free.of_ids [k]);
  let variable := Constr.Unsafe.make (Constr.Unsafe.Var k) in
  let close binder t := Constr.Unsafe.make
    (Constr.Unsafe.Lambda binder (Constr.Unsafe.closenl [k] 1 t)) in
  match Constr.Unsafe.kind f with
  | Constr.Unsafe.Lambda binder body => (Constr.Unsafe.substnl [variable] 0 body, close binder)
  | _ => (apply_to f [variable], close (Constr.Binder.make (Some k) type)) end.
Ltac2 head_of (t : constr) := match Constr.Unsafe.kind t with
  | Constr.Unsafe.App f a => (f, a)
  | _ => (t, Array.of_list []) end.
(* An inner product multiplied out, with the proof of the equation. *)
Ltac2 rec expanded (s : walking) (space : constr) (u : constr) (v : constr) :=
  let h := s.(heads) in
  let (f, a) := head_of u in
  let part i := Array.get a i in
  let changed () := s.(changed) := true in
  if Constr.equal f (h.(vplus)) then (changed ();
    let (x, p) := expanded s space (part 1) v in
    let (y, q) := expanded s space (part 2) v in
    (apply_to constr:(Rplus) [x; y],
     apply_to constr:(@add_left) [space; part 1; part 2; v; x; y; p; q]))
  else if Constr.equal f (h.(vtimes)) then (changed ();
    let (x, p) := expanded s space (part 2) v in
    (apply_to constr:(Rmult) [part 1; x],
     apply_to constr:(@scale_left) [space; part 1; part 2; v; x; p]))
  else if Constr.equal f (h.(vsum)) then (changed ();
    let (body, close) := opened s (part 1) (part 3) in
    let (x, p) := expanded s space body v in
    let g := close x in
    (apply_to constr:(@total) [part 1; part 2; g],
     apply_to constr:(@total_left) [space; part 1; part 2; part 3; v; g; close p]))
  else if Constr.equal f (h.(vnull)) then (changed ();
    (constr:(IZR Z0), apply_to constr:(@inner_zero_l) [space; v]))
  else match adjoint_of s f with
    | Some known => changed ();
      let (_, turned, proof) := known in
      let (x, p) := expanded s space (part 0) (apply_to turned [v]) in
      (x, apply_to constr:(@image_left) [space; f; turned; part 0; v; x; proof; p])
    | None => expanded_right s space u v end
with expanded_right s space u v :=
  let h := s.(heads) in
  let (f, a) := head_of v in
  let part i := Array.get a i in
  let changed () := s.(changed) := true in
  let atom () :=
    let t := apply_to constr:(@inner) [space; u; v] in
    (t, apply_to constr:(@eq_refl) [constr:(R); t]) in
  if Constr.equal f (h.(vplus)) then (changed ();
    let (x, p) := expanded_right s space u (part 1) in
    let (y, q) := expanded_right s space u (part 2) in
    (apply_to constr:(Rplus) [x; y],
     apply_to constr:(@add_right) [space; part 1; part 2; u; x; y; p; q]))
  else if Constr.equal f (h.(vtimes)) then (changed ();
    let (x, p) := expanded_right s space u (part 2) in
    (apply_to constr:(Rmult) [part 1; x],
     apply_to constr:(@scale_right) [space; part 1; part 2; u; x; p]))
  else if Constr.equal f (h.(vsum)) then (changed ();
    let (body, close) := opened s (part 1) (part 3) in
    let (x, p) := expanded_right s space u body in
    let g := close x in
    (apply_to constr:(@total) [part 1; part 2; g],
     apply_to constr:(@total_right) [space; part 1; part 2; part 3; u; g; close p]))
  else if Constr.equal f (h.(vnull)) then (changed ();
    (constr:(IZR Z0), apply_to constr:(@inner_zero_r) [space; u]))
  else match adjoint_of s f with
    | None => atom ()
    | Some known =>
      let (_, turned, proof) := known in
      let (g, b) := head_of (part 0) in
      let under i := Array.get b i in
      let image t := apply_to f [t] in
      if Constr.equal g (h.(vplus)) then (changed ();
        let (x, p) := expanded_right s space u (image (under 1)) in
        let (y, q) := expanded_right s space u (image (under 2)) in
        (apply_to constr:(Rplus) [x; y],
         apply_to constr:(@image_add) [space; f; turned; under 1; under 2; u; x; y; proof; p; q]))
      else if Constr.equal g (h.(vtimes)) then (changed ();
        let (x, p) := expanded_right s space u (image (under 2)) in
        (apply_to constr:(Rmult) [under 1; x],
         apply_to constr:(@image_scale) [space; f; turned; under 1; under 2; u; x; proof; p]))
      else if Constr.equal g (h.(vsum)) then (changed ();
        let (body, close) := opened s (under 1) (under 3) in
        let (x, p) := expanded_right s space u (image body) in
        let g := close x in
        (apply_to constr:(@total) [under 1; under 2; g],
         apply_to constr:(@image_total)
           [space; f; turned; under 1; under 2; under 3; u; g; proof; close p]))
      else atom () end.
(* The same of every inner product in a formula; None is a formula that stays as it is. *)
Ltac2 rec walked (s : walking) (t : constr) : (constr * constr) option :=
  let h := s.(heads) in
  let (f, a) := head_of t in
  let part i := Array.get a i in
  let proof_of x found := match found with
    | Some pair => pair
    | None => (x, apply_to constr:(@eq_refl) [constr:(R); x]) end in
  let two how :=
    let one := walked s (part 0) in
    let other := walked s (part 1) in
    match one with
    | None => match other with
      | None => None
      | Some _ => let (x, p) := proof_of (part 0) one in let (y, q) := proof_of (part 1) other in
        Some (apply_to f [x; y], apply_to how [part 0; part 1; x; y; p; q]) end
    | Some _ => let (x, p) := proof_of (part 0) one in let (y, q) := proof_of (part 1) other in
      Some (apply_to f [x; y], apply_to how [part 0; part 1; x; y; p; q]) end in
  if Constr.equal f (h.(plus)) then two constr:(plus_of)
  else if Constr.equal f (h.(times)) then two constr:(product_of)
  else if Constr.equal f (h.(minus)) then two constr:(minus_of)
  else if Constr.equal f (h.(power)) then match walked s (part 0) with
    | None => None
    | Some found => let (x, p) := found in
      Some (apply_to f [x; part 1], apply_to constr:(power_of) [part 1; part 0; x; p]) end
  else if List.exist (Constr.equal f) (h.(functions)) then match walked s (part 0) with
    | None => None
    | Some found => let (x, p) := found in
      Some (apply_to f [x], apply_to constr:(function_of) [f; part 0; x; p]) end
  else if Constr.equal f (h.(sum)) then
    let (body, close) := opened s (part 0) (part 2) in
    match walked s body with
    | None => None
    | Some found => let (x, p) := found in
      let g := close x in
      Some (apply_to f [part 0; part 1; g],
        apply_to constr:(@total_ext) [part 0; part 1; part 2; g; close p]) end
  else if Constr.equal f (h.(product)) then
    let before := s.(changed) in
    s.(changed) := false;
    let (x, p) := expanded s (part 0) (part 1) (part 2) in
    if s.(changed) then Some (x, p) else (s.(changed) := before; None)
  else None.
Ltac2 adjoints_known () :=
  let rec go l := match l with
    | [] => []
    | x :: l => let (name, _, type) := x in match Constr.Unsafe.kind type with
      | Constr.Unsafe.App f a => if Constr.equal f constr:(@adjoint)
        then (Array.get a 1, Array.get a 2, Control.hyp name) :: go l else go l
      | _ => go l end end in
  go (Control.hyps ()).
(* Types of indices; proofs that are not checked as they are made need to know their universes. *)
Ltac2 types_of_indices () :=
  let rec go l := match l with
    | [] => []
    | x :: l => let (_, _, type) := x in match Constr.Unsafe.kind type with
      | Constr.Unsafe.App f a =>
        if Constr.equal f constr:(@list) then Array.get a 0 :: go l else go l
      | _ => go l end end in
  go (Control.hyps ()).
Ltac2 know_universes () := List.iter (fun a =>
    let _ := constr:((@total_ext $a, fun S => (@total_left S $a, @total_right S $a,
      fun A B => @image_total S A B $a))) in ()) (types_of_indices ()).
(* The goal a = b becomes x = y; only the kernel checks the proofs. *)
Ltac2 become (s : walking) a b x y p q :=
  Std.cut (apply_to constr:(@eq) [s.(heads).(real); x; y]);
  Control.focus 1 1
    (fun () => Std.exact_no_check (apply_to constr:(both_sides) [a; b; x; y; p; q])).
Ltac2 walking_here () := { adjoints := adjoints_known (); heads := heads_of_formulas ();
  free := Fresh.Free.of_goal (); changed := false }.
Ltac2 expand_sides () := lazy_match! goal with [ |- @eq R ?a ?b ] =>
  let s := walking_here () in
  let same t := (t, apply_to constr:(@eq_refl) [constr:(R); t]) in
  let one := walked s a in
  let other := walked s b in
  let nothing := match one with
    | None => match other with None => true | _ => false end
    | _ => false end in
  if nothing then Control.zero (Tactic_failure (Some (Message.of_string "nothing to multiply out")))
  else
    let (x, p) := match one with Some found => found | None => same a end in
    let (y, q) := match other with Some found => found | None => same b end in
    know_universes ();
    become s a b x y p q end.
Ltac multiply_out := ltac2:(expand_sides ()).
