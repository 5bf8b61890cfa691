(* Formulas made small before their products are multiplied out, in one walk from the leaves up.

   A layer at a state where tokens meet has softmax weights, sums and images that the equations
   among the premises make constants; multiplied out first, these are met again in every product.
   What is left of an inner product is then multiplied out, and walked in its turn. As in `Expanding`, Ltac2
   builds the result with its proof, which the kernel checks. *)
From Coq Require Import Reals List.
From Kernel Require Import Prelude Polynomials Expanding Matching Deciding.
From Ltac2 Require Import Ltac2.
Set Default Proof Mode "Classic".
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. what it uses *)

Lemma exp_cancels x s : exp x * / (exp x * s) = / s.
Proof.
  assert (N : exp x <> 0).
  { assert (P := exp_pos x). intro Z. rewrite Z in P. exact (Rlt_irrefl _ P). }
  rewrite Rinv_mult, <- Rmult_assoc, Rinv_r by exact N. apply Rmult_1_l.
Qed.
Lemma total_of_zeros {A} (T : list A) : total T (fun _ => 0) = 0. Proof. apply total_zero. Qed.
Lemma total_of_ones {A} (T : list A) : total T (fun _ => 1) = size T.
Proof. rewrite total_constant. apply Rmult_1_l. Qed.
Section Vectors.
Context {S : inner_product_space}.
Implicit Types (u v w : S) (A B : S -> S).
Lemma sum_of u v u' v' : u = u' -> v = v' -> vadd u v = vadd u' v'.
Proof. intros <- <-. reflexivity. Qed.
Lemma multiple_of c u c' u' : c = c' -> u = u' -> vscale c u = vscale c' u'.
Proof. intros <- <-. reflexivity. Qed.
Lemma inner_of u v u' v' : u = u' -> v = v' -> inner u v = inner u' v'.
Proof. intros <- <-. reflexivity. Qed.
Lemma image_of A u u' : u = u' -> A u = A u'. Proof. intros <-. reflexivity. Qed.
Lemma vtotal_ext {I} (T : list I) (f g : I -> S) : (forall k, f k = g k) -> vtotal T f = vtotal T g.
Proof. intros H. induction T as [|k T IH]; simpl; [reflexivity|]. rewrite H, IH. reflexivity. Qed.
Lemma zero_plus u : vadd vzero u = u. Proof. rewrite vadd_comm. apply vadd_zero. Qed.
Lemma zero_multiple u : vscale 0 u = vzero. Proof. apply vscale_zero. Qed.
Lemma multiple_of_zero c : vscale c (@vzero S) = vzero.
Proof. apply inner_ext. intro z. rewrite inner_scale_l, !inner_zero_l. apply Rmult_0_r. Qed.
Lemma vtotal_multiples {I} (T : list I) c u :
  vtotal T (fun k => vscale (c k) u) = vscale (total T c) u.
Proof.
  apply inner_ext. intro z. rewrite inner_vtotal_l, inner_scale_l, <- total_scale_r.
  apply total_ext. intro k. apply inner_scale_l.
Qed.
Lemma vtotal_constant {I} (T : list I) u : vtotal T (fun _ => u) = vscale (size T) u.
Proof.
  rewrite <- (total_of_ones T), <- vtotal_multiples. apply vtotal_ext. intro.
  symmetry. apply vscale_one.
Qed.
Lemma vtotal_of_zeros {I} (T : list I) : vtotal T (fun _ => @vzero S) = vzero.
Proof. rewrite vtotal_constant. apply multiple_of_zero. Qed.
Lemma image_of_zero A B : adjoint A B -> A vzero = vzero. Proof. apply adjoint_zero. Qed.
Lemma image_of_multiple A B c u : adjoint A B -> A (vscale c u) = vscale c (A u).
Proof. intro H. apply (adjoint_scale A B H). Qed.
End Vectors.

(* ------------------------------------------------------------------ 2. the walk *)

Ltac2 zero (s : settling) := s.(walk).(heads).(zero).
Ltac2 one (s : settling) := s.(walk).(heads).(one).
Ltac2 is_zero s t := Constr.equal t (zero s).
Ltac2 is_one s t := Constr.equal t (one s).
Ltac2 headed f t := match Constr.Unsafe.kind t with
  | Constr.Unsafe.App g a => if Constr.equal f g then Some a else None | _ => None end.
Ltac2 some_changed one other := match one with
  | Some _ => true
  | None => match other with None => false | _ => true end end.
Ltac2 chained type t (x, p) (y, q) :=
  (y, apply_to constr:(@eq_trans) [type; t; x; y; p; q]).
Ltac2 proved type t found := match found with
  | Some pair => pair
  | None => (t, apply_to constr:(@eq_refl) [type; t]) end.
(* A step `next` from what a term has become; None is what stays as it is. *)
Ltac2 after type t found next := match found with
  | None => next t
  | Some pair => let (x, _) := pair in match next x with
    | None => found
    | Some more => Some (chained type t pair more) end end.

Ltac2 smaller_product s x y :=
  if is_zero s x then Some (zero s, apply_to constr:(Rmult_0_l) [y])
  else if is_zero s y then Some (zero s, apply_to constr:(Rmult_0_r) [x])
  else if is_one s x then Some (y, apply_to constr:(Rmult_1_l) [y])
  else if is_one s y then Some (x, apply_to constr:(Rmult_1_r) [x])
  else match headed (s.(walk).(heads).(exponential)) x with
    | None => None
    | Some a => match headed (s.(walk).(heads).(inverse)) y with
      | None => None
      | Some b => match headed (s.(walk).(heads).(times)) (Array.get b 0) with
        | None => None
        | Some c => if Constr.equal (Array.get c 0) x
          then Some (apply_to constr:(Rinv) [Array.get c 1],
            apply_to constr:(exp_cancels) [Array.get a 0; Array.get c 1])
          else None end end end.
Ltac2 smaller_sum s x y :=
  if is_zero s x then Some (y, apply_to constr:(Rplus_0_l) [y])
  else if is_zero s y then Some (x, apply_to constr:(Rplus_0_r) [x]) else None.
(* The family of a sum from its body, which may mention the variable k. *)
Ltac2 family binder k body :=
  Constr.Unsafe.make (Constr.Unsafe.Lambda binder (Constr.Unsafe.closenl [k] 1 body)).
Ltac2 smaller_total s type list k body :=
  if depends_on k body then None
  else if is_zero s body then Some (zero s, apply_to constr:(@total_of_zeros) [type; list])
  else
    let n := apply_to constr:(@size) [type; list] in
    if is_one s body then Some (n, apply_to constr:(@total_of_ones) [type; list])
    else
      let proof := apply_to constr:(@total_constant) [type; list; body] in
      Some (apply_to constr:(Rmult) [body; n], proof).
Ltac2 is_vzero s t := match headed (s.(walk).(heads).(vnull)) t with Some _ => true | None => false end.
Ltac2 vector_type s space := apply_to (s.(walk).(heads).(vectors)) [space].

(* What was met before need not be looked at again. *)
Ltac2 remembered (s : settling) (t : constr) (look : unit -> (constr * constr) option) :=
  match List.find_opt (fun (x, _) => Constr.equal x t) (s.(met)) with
  | Some pair => let (_, known) := pair in known
  | None =>
    let result := look () in
    s.(met) := (t, result) :: s.(met); result end.

Ltac2 rec scalar (s : settling) (t : constr) : (constr * constr) option :=
  match Constr.Unsafe.kind t with
  | Constr.Unsafe.App f a =>
    let h := s.(walk).(heads) in
    let look () := after (h.(real)) t (scalar_at s t f a) (ruled s) in
    if Constr.equal f (h.(product)) then remembered s t look
    else if Constr.equal f (h.(sum)) then remembered s t look
    else look ()
  | Constr.Unsafe.Var _ => ruled s t | _ => None end
(* A rule is used, and what it gives is walked in its turn; rules that give each other must end. *)
with ruled s t := match by_rule s t with
  | None => None
  | Some pair =>
    if Int.lt (s.(left_to_use)) 1 then Some pair
    else (
      s.(left_to_use) := Int.sub (s.(left_to_use)) 1;
      let (x, _) := pair in
      match scalar s x with
      | None => Some pair
      | Some more => Some (chained (s.(walk).(heads).(real)) t pair more) end) end
with scalar_at s t f a :=
  let h := s.(walk).(heads) in
  let real := h.(real) in
  let part i := Array.get a i in
  let two how smaller :=
    let x := part 0 in let y := part 1 in
    let one := scalar s x in
    let other := scalar s y in
    let next z := match Constr.Unsafe.kind z with
      | Constr.Unsafe.App _ b => smaller (Array.get b 0) (Array.get b 1)
      | _ => None end in
    let changed := some_changed one other in
    after real t
      (if changed then
        let (x', p) := proved real x one in let (y', q) := proved real y other in
        Some (apply_to f [x'; y'], apply_to how [x; y; x'; y'; p; q])
      else None) next in
  if Int.equal (Array.length a) 1 then function_at s t f (part 0)
  else if Constr.equal f (h.(times)) then two constr:(product_of) (smaller_product s)
  else if Constr.equal f (h.(plus)) then two constr:(plus_of) (smaller_sum s)
  else if Constr.equal f (h.(minus)) then two constr:(minus_of)
    (fun x y => if is_zero s y then Some (x, apply_to constr:(Rminus_0_r) [x]) else None)
  else if Constr.equal f (h.(power)) then
    match scalar s (part 0) with
    | None => None
    | Some pair => let (x, p) := pair in
      Some (apply_to f [x; part 1], apply_to constr:(power_of) [part 1; part 0; x; p]) end
  else if Constr.equal f (h.(sum)) then
    let (k, binder, body) := opened_at s (part 0) (part 2) in
    let inside := scalar s body in
    let (x, p) := proved real body inside in
    let g := family binder k x in
    let sum := match inside with
      | None => None
      | Some _ => Some (apply_to f [part 0; part 1; g],
        apply_to constr:(@total_ext) [part 0; part 1; part 2; g; family binder k p]) end in
    let small := smaller_total s (part 0) (part 1) k x in
    let result := match sum with
      | None => small
      | Some pair =>
        match small with None => sum | Some more => Some (chained real t pair more) end end in
    result
  else if Constr.equal f (h.(product)) then
    let space := part 0 in
    let one := vector_in s space (part 1) in
    let other := vector_in s space (part 2) in
    let type := vector_type s space in
    let (u, p) := proved type (part 1) one in
    let (v, q) := proved type (part 2) other in
    let changed := some_changed one other in
    let now := if changed then Some (apply_to f [space; u; v],
      apply_to constr:(@inner_of) [space; part 1; part 2; u; v; p; q]) else None in
    after real t now (fun z =>
      if is_vzero s u then Some (zero s, apply_to constr:(@inner_zero_l) [space; v])
      else if is_vzero s v then Some (zero s, apply_to constr:(@inner_zero_r) [space; u])
      else match ruled s z with
        | Some pair => Some pair
        | None => opened_product s space u v z end)
  else None
with function_at s t f a :=
  let h := s.(walk).(heads) in
  let real := h.(real) in
  if Constr.equal f (h.(numeral)) then None
  else match Constr.Unsafe.kind f with
  | Constr.Unsafe.Constant _ _ =>
    if List.exist (Constr.equal f) (h.(functions)) then after real t
      (match scalar s a with
      | None => None
      | Some pair => let (x, p) := pair in
        Some (apply_to f [x], apply_to constr:(function_of) [f; a; x; p]) end)
      (fun z =>
        if Constr.equal f (h.(exponential)) then
          if Constr.equal z constr:(exp (IZR Z0)) then Some (one s, constr:(exp_0)) else None
        else None)
    else None
  | _ => None end
(* What a product of combinations is once it is multiplied out. *)
with opened_product s space u v z :=
  let w := s.(walk) in
  w.(changed) := false;
  let (x, p) := expanded w space u v in
  if w.(changed) then match scalar s x with
    | None => Some (x, p)
    | Some more => Some (chained constr:(R) z (x, p) more) end
  else None
with opened_at s type f :=
  let k := new_variable s in
  let v := Constr.Unsafe.make (Constr.Unsafe.Var k) in
  match Constr.Unsafe.kind f with
  | Constr.Unsafe.Lambda binder body => (k, binder, Constr.Unsafe.substnl [v] 0 body)
  | _ => (k, Constr.Binder.make (Some k) type, apply_to f [v]) end
with vector_in (s : settling) (space : constr) (t : constr) : (constr * constr) option :=
  match Constr.Unsafe.kind t with
  | Constr.Unsafe.App f a =>
    if Constr.equal f (s.(walk).(heads).(vsum))
    then remembered s t (fun () => vector_at s space t f a) else vector_at s space t f a
  | Constr.Unsafe.Var _ => by_rule s t | _ => None end
with vector_at s space t f a :=
  let h := s.(walk).(heads) in
  let type := vector_type s space in
  let part i := Array.get a i in
  if Constr.equal f (h.(vplus)) then
    let one := vector_in s space (part 1) in
    let other := vector_in s space (part 2) in
    let (u, p) := proved type (part 1) one in
    let (v, q) := proved type (part 2) other in
    let changed := some_changed one other in
    after type t
      (if changed then Some (apply_to f [space; u; v],
        apply_to constr:(@sum_of) [space; part 1; part 2; u; v; p; q]) else None)
      (fun _ => if is_vzero s u then Some (v, apply_to constr:(@zero_plus) [space; v])
        else if is_vzero s v then Some (u, apply_to constr:(@vadd_zero) [space; u]) else None)
  else if Constr.equal f (h.(vtimes)) then
    let one := scalar s (part 1) in
    let other := vector_in s space (part 2) in
    let (c, p) := proved constr:(R) (part 1) one in
    let (u, q) := proved type (part 2) other in
    let changed := some_changed one other in
    after type t
      (if changed then Some (apply_to f [space; c; u],
        apply_to constr:(@multiple_of) [space; part 1; part 2; c; u; p; q]) else None)
      (fun _ => smaller_multiple s space c u)
  else if Constr.equal f (h.(vsum)) then
    let (k, binder, body) := opened_at s (part 1) (part 3) in
    let inside := vector_in s space body in
    let (x, p) := proved type body inside in
    let g := family binder k x in
    let sum := match inside with
      | None => None
      | Some _ => Some (apply_to f [space; part 1; part 2; g],
        apply_to constr:(@vtotal_ext) [space; part 1; part 2; part 3; g; family binder k p]) end in
    let small := smaller_vtotal s space (part 1) (part 2) k binder x in
    let result := match sum with
      | None => small
      | Some pair =>
        match small with None => sum | Some more => Some (chained type t pair more) end end in
    after type t result (by_rule s)
  else match adjoint_in s f with
    | None => by_rule s t
    | Some known =>
      let (_, turned, proof) := known in
      let inside := vector_in s space (part 0) in
      let (u, p) := proved type (part 0) inside in
      after type t
        (match inside with
        | None => None
        | Some _ => Some (apply_to f [u], apply_to constr:(@image_of) [space; f; part 0; u; p]) end)
        (fun z => smaller_image s space f turned proof u z) end
with adjoint_in s f := List.find_opt (fun (a, _, _) => Constr.equal a f) (s.(walk).(adjoints))
with smaller_image s space f turned proof u z :=
  let type := vector_type s space in
  if is_vzero s u then Some (apply_to constr:(@vzero) [space],
    apply_to constr:(@image_of_zero) [space; f; turned; proof])
  else match headed (s.(walk).(heads).(vtimes)) u with
    | Some b =>
      let c := Array.get b 1 in let v := Array.get b 2 in
      let image := apply_to f [v] in
      let pair := (apply_to constr:(@vscale) [space; c; image],
        apply_to constr:(@image_of_multiple) [space; f; turned; c; v; proof]) in
      match smaller_image s space f turned proof v image with
      | None => Some pair
      | Some more => let (w, q) := more in
        let scaled := apply_to constr:(@vscale) [space; c; w] in
        let (x, r) := chained type z pair (scaled, apply_to constr:(@multiple_of)
          [space; c; image; c; w; apply_to constr:(@eq_refl) [constr:(R); c]; q]) in
        match smaller_multiple s space c w with
        | None => Some (x, r)
        | Some last => Some (chained type z (x, r) last) end end
    | None => by_rule s z end
with smaller_multiple s space c u :=
  let type := vector_type s space in
  if is_zero s c then Some (apply_to constr:(@vzero) [space],
    apply_to constr:(@zero_multiple) [space; u])
  else if is_one s c then Some (u, apply_to constr:(@vscale_one) [space; u])
  else if is_vzero s u then Some (u, apply_to constr:(@multiple_of_zero) [space; c])
  else match headed (s.(walk).(heads).(vtimes)) u with
    | None => None
    | Some b =>
      let d := Array.get b 1 in let v := Array.get b 2 in
      let product := apply_to constr:(Rmult) [c; d] in
      let whole := apply_to constr:(@vscale) [space; c; u] in
      let pair := (apply_to constr:(@vscale) [space; product; v],
        apply_to constr:(@vscale_vscale) [space; c; d; v]) in
      match smaller_product s c d with
      | None => Some pair
      | Some more => let (e, p) := more in
        let (x, r) := chained type whole pair (apply_to constr:(@vscale) [space; e; v],
          apply_to constr:(@multiple_of) [space; product; v; e; v; p;
            apply_to constr:(@eq_refl) [type; v]]) in
        match smaller_multiple s space e v with
        | None => Some (x, r)
        | Some last => Some (chained type whole (x, r) last) end end end
with smaller_vtotal s space index list k binder body :=
  let type := vector_type s space in
  if is_vzero s body then Some (apply_to constr:(@vzero) [space],
    apply_to constr:(@vtotal_of_zeros) [space; index; list])
  else if depends_on k body then match headed (s.(walk).(heads).(vtimes)) body with
    | None => None
    | Some b =>
      let c := Array.get b 1 in let u := Array.get b 2 in
      if depends_on k u then None
      else
        let g := family binder k c in
        let sum := apply_to constr:(@total) [index; list; g] in
        let pair := (apply_to constr:(@vscale) [space; sum; u],
          apply_to constr:(@vtotal_multiples) [space; index; list; g; u]) in
        match scalar s sum with
        | None => Some pair
        | Some more => let (d, p) := more in
          let whole := apply_to constr:(@vtotal) [space; index; list; family binder k body] in
          let (x, r) := chained type whole pair (apply_to constr:(@vscale) [space; d; u],
            apply_to constr:(@multiple_of) [space; sum; u; d; u; p;
              apply_to constr:(@eq_refl) [type; u]]) in
          match smaller_multiple s space d u with
          | None => Some (x, r)
          | Some last => Some (chained type whole (x, r) last) end end end
  else Some (apply_to constr:(@vscale) [space; apply_to constr:(@size) [index; list]; body],
    apply_to constr:(@vtotal_constant) [space; index; list; body]).

Ltac2 uses := 1000.  (* of rules, in one walk *)
Ltac2 know_more_universes () :=
  know_universes ();
  let _ := constr:(fun S => (@eq_trans (vector S), @eq_refl (vector S))) in
  List.iter (fun a =>
    let _ := constr:((@total_of_zeros $a, @total_of_ones $a, @total_constant $a, @size $a,
      fun S => (@vtotal_ext S $a, @vtotal_multiples S $a, @vtotal_constant S $a,
        @vtotal_of_zeros S $a))) in ()) (types_of_indices ()).
Ltac2 settle_sides (told : constr) := lazy_match! goal with [ |- @eq R ?a ?b ] =>
  let s := { walk := walking_here (); rules := grouped (rules_told told); met := []; left_to_use := uses } in
  let first_side := scalar s a in
  let last_side := scalar s b in
  if some_changed first_side last_side then
    let (x, p) := proved constr:(R) a first_side in
    let (y, q) := proved constr:(R) b last_side in
    know_more_universes ();
    become (s.(walk)) a b x y p q
  else Control.zero (Tactic_failure (Some (Message.of_string "nothing to settle"))) end.
(* Fails where nothing changes. *)
Ltac settle told :=
  let go := ltac2:(t |- settle_sides (Option.get (Ltac1.to_constr t))) in go told.
