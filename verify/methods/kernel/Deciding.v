(* Sums of monomials, and deciding equations and signs of scalars made of them.

   Nothing here is trusted: the kernel checks what the tactics do. Atoms are identified up to
   symmetry, adjoints and order of summation; then `ring` or `field` decides. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. sums in normal form *)

(* A sum that is in normal form already. *)
Definition nsum {A} := @total A.
Lemma nsum_one {A} (T : list A) : nsum T (fun _ => 1) = size T.
Proof. reflexivity. Qed.
Lemma total_constant {A} (T : list A) c : total T (fun _ => c) = c * size T.
Proof. unfold size. rewrite <- total_scale. apply total_ext. intro. ring. Qed.
Global Opaque nsum size.
Lemma nsum_total {A} : @nsum A = @total A.
Proof. reflexivity. Qed.
Lemma nsum_ext {A} (T : list A) f g : (forall k, f k = g k) -> nsum T f = nsum T g.
Proof. rewrite nsum_total. apply total_ext. Qed.
Lemma nsum_scale {A} T c (f : A -> R) : c * nsum T f = nsum T (fun k => c * f k).
Proof. rewrite nsum_total. symmetry. apply total_scale. Qed.
Lemma nsum_scale_r {A} T c (f : A -> R) : nsum T f * c = nsum T (fun k => f k * c).
Proof. rewrite nsum_total. symmetry. apply total_scale_r. Qed.
Lemma nsum_swap {A B} (T : list A) (U : list B) f :
  nsum T (fun i => nsum U (fun j => f i j)) = nsum U (fun j => nsum T (fun i => f i j)).
Proof. rewrite !nsum_total. apply total_swap. Qed.
Lemma nsum_kronecker {A} (same : A -> A -> R) (T : list A) a f :
  kronecker same -> enumerates T -> nsum T (fun k => same a k * f k) = f a.
Proof. rewrite nsum_total. apply kronecker_total. Qed.
Lemma nsum_kronecker_one {A} (same : A -> A -> R) (T : list A) a :
  kronecker same -> enumerates T -> nsum T (fun k => same a k) = 1.
Proof.
  intros K E. rewrite <- (nsum_kronecker same T a (fun _ => 1) K E). apply nsum_ext. intro. ring.
Qed.

(* Equations of a monomial, such as r r = q or a c = 1: `ring` and `field` work modulo these. *)
Definition rule (m q : R) := m = q.
Notation is_square r q := (rule (r * r) q).
Ltac modulo one two three four := lazymatch goal with
  | E : rule _ _, F : rule _ _, G : rule _ _, H : rule _ _ |- _ =>
    unfold rule in E, F, G, H; four E F G H
  | E : rule _ _, F : rule _ _, G : rule _ _ |- _ => unfold rule in E, F, G; three E F G
  | E : rule _ _, F : rule _ _ |- _ => unfold rule in E, F; two E F
  | E : rule _ _ |- _ => unfold rule in E; one E
  end.
Ltac ring_modulo := modulo ltac:(fun E => ring [E]) ltac:(fun E F => ring [E F])
  ltac:(fun E F G => ring [E F G]) ltac:(fun E F G H => ring [E F G H]).
Ltac field_modulo := modulo ltac:(fun E => field [E]) ltac:(fun E F => field [E F])
  ltac:(fun E F G => field [E F G]) ltac:(fun E F G H => field [E F G H]).
(* Premises x^2 = q about all indices, at the indices in sight. *)
Ltac squares_in_sight := repeat match goal with
  | H : forall a : ?A, rule _ _, k : ?A |- _ =>
    let T := type of (H k) in
    lazymatch goal with E : T |- _ => fail | _ => pose proof (H k) end end.
(* A linear combination of sums of monomials that equals the sum of f; `stack` holds factors yet
   to be read, `kept` those that depend on the bound index, `delta` an indicator of equality, which
   goes in front. The square of a factor is replaced if a premise says what it is. *)
Ltac product kept :=
  lazymatch kept with
  | (?f, tt) => f
  | (?f, ?rest) => let p := product rest in
    let g := eval cbv beta in (fun k => p k * f k) in g
  end.
Ltac monomial T kept delta :=
  lazymatch delta with
  | tt => lazymatch kept with
          | tt => constr:(total T (fun _ => 1))
          | _ => let p := product kept in constr:(total T p)
          end
  | _ => lazymatch kept with
         | tt => constr:(total T delta)
         | _ => let p := product kept in
           let g := eval cbv beta in (fun k => delta k * p k) in constr:(total T g)
         end
  end.
Ltac is_delta f delta :=
  lazymatch delta with
  | tt => lazymatch f with
          | (fun k => ?s ?a k) => lazymatch goal with K : kronecker s |- _ => idtac end
          end
  end.
Ltac without f kept :=
  lazymatch kept with
  | (f, ?rest) => rest
  | (?g, ?rest) => let r := without f rest in constr:((g, r))
  end.
(* The value of f^2, by a premise for all indices; fails if there is none. *)
Ltac square_of f := match f with (fun k => ?e k) =>
  match goal with H : forall a, rule (e a * e a) ?v |- _ => v end end.
(* What is left of the factors when f and its inverse cancel; fails if they do not meet. *)
Ltac cancelled f kept :=
  match f with
  | (fun k => / @?g k) => without g kept
  | (fun k => @?g k) =>
    let inverse := eval cbv beta in (fun k => / g k) in without inverse kept
  end.
Ltac sum_normal T cancels stack kept delta :=
  let go := sum_normal T cancels in
  lazymatch stack with
  | tt => monomial T kept delta
  | (?f, ?rest) =>
    lazymatch f with
    | (fun _ => ?c) => let r := go rest kept delta in constr:(c * r)
    | (fun k => @?a k + @?b k) =>
      let x := go (a, rest) kept delta in let y := go (b, rest) kept delta in constr:(x + y)
    | (fun k => @?a k - @?b k) =>
      let x := go (a, rest) kept delta in
      let y := go (b, rest) kept delta in constr:(x + (-1) * y)
    | (fun k => - @?a k) => let x := go (a, rest) kept delta in constr:((-1) * x)
    | (fun k => @?a k * @?b k) => go (a, (b, rest)) kept delta
    | (fun k => @?a k / @?b k) =>
      let b' := eval cbv beta in (fun k => / b k) in go (a, (b', rest)) kept delta
    | _ => match constr:(Set) with
           | _ => let _ := match constr:(Set) with _ => is_delta f delta end in go rest kept f
           | _ => let v := square_of f in let left := without f kept in
                  let r := go rest left delta in constr:(v * r)
           | _ => let left := lazymatch cancels with true => cancelled f kept end in
                  go rest left delta
           | _ => go rest (f, kept) delta
           end
    end
  end.

(* ------------------------------------------------------------------ 2. deciding *)

Lemma square_nonzero (r q : R) : is_square r q -> r <> 0 -> q <> 0.
Proof. unfold rule. intros <- N. apply Rmult_integral_contrapositive_currified; auto. Qed.
Lemma difference_nonzero (a b : R) : a <> b -> b - a <> 0.
Proof. lra. Qed.
Lemma cleared (x d y : R) : x <> 0 -> d <> 0 -> y = x * d -> y <> 0.
Proof. intros X D ->. apply Rmult_integral_contrapositive_currified; auto. Qed.
Lemma positive_nonzero (x : R) : 0 < x -> x <> 0.
Proof. lra. Qed.
Lemma square_positive (x : R) : x <> 0 -> 0 < x * x.
Proof. intros H. apply (Rsqr_pos_lt _ H). Qed.
Lemma positive_plus_nonneg (a b : R) : 0 < a -> 0 <= b -> 0 < a + b.
Proof. lra. Qed.
Lemma nonneg_plus_positive (a b : R) : 0 <= a -> 0 < b -> 0 < a + b.
Proof. lra. Qed.
Lemma to_gap (a b : R) : a <= b -> 0 <= b - a.
Proof. lra. Qed.
Lemma to_strict_gap (a b : R) : a < b -> 0 < b - a.
Proof. lra. Qed.
Lemma unit_gap {S : inner_product_space} (x y : S) :
  inner x x = 1 -> inner y y = 1 -> 0 <= 1 - inner x y.
Proof.
  intros X Y. assert (C := cauchy_schwarz x y). rewrite X, Y in C.
  apply Rnot_lt_le. intro L.
  assert (0 < (inner x y - 1) * (inner x y + 1)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Lemma unit_gap_plus {S : inner_product_space} (x y : S) :
  inner x x = 1 -> inner y y = 1 -> 0 <= 1 + inner x y.
Proof.
  intros X Y. assert (C := unit_gap (vscale (-1) x) y). rewrite !inner_scale_l, inner_scale_r in C.
  assert (0 <= 1 - -1 * inner x y) by (apply C; lra). lra.
Qed.
Lemma schwarz_gap {S : inner_product_space} (x y : S) :
  0 <= inner x x * inner y y - inner x y * inner x y.
Proof. apply to_gap, cauchy_schwarz. Qed.
Lemma schwarz_gap_power {S : inner_product_space} (x y : S) :
  0 <= inner x x * inner y y - inner x y ^ 2.
Proof. replace (inner x y ^ 2) with (inner x y * inner x y) by ring. apply schwarz_gap. Qed.
(* 1 + x <= e^x, from e^x = (e^(x/n))^n and the derivative at 0; the library's proof, by the mean
   value theorem, needs the excluded middle. *)
Lemma bernoulli (a : R) n : -1 <= a -> 1 + INR n * a <= (1 + a) ^ n.
Proof.
  intros A. induction n as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl.
  apply Rle_trans with ((1 + a) * (1 + INR n * a)); [|apply Rmult_le_compat_l; lra].
  assert (0 <= INR n * (a * a)) by (apply Rmult_le_pos; [apply pos_INR | apply Rle_0_sqr]). lra.
Qed.
Lemma exp_multiple n h : exp (INR n * h) = exp h ^ n.
Proof.
  induction n as [|n IH]; [simpl; rewrite Rmult_0_l; apply exp_0|].
  rewrite S_INR, Rmult_plus_distr_r, exp_plus, IH, Rmult_1_l. simpl. ring.
Qed.
Lemma exp_line (x : R) : 1 + x <= exp x.
Proof.
  destruct (Req_EM_T x 0) as [->|N]; [rewrite exp_0; lra|]. apply Rnot_lt_le. intro L.
  assert (P := Rabs_pos_lt x N).
  assert (E : 0 < (1 + x - exp x) / (2 * Rabs x)) by (apply Rdiv_lt_0_compat; lra).
  destruct (derivable_pt_lim_exp_0 _ E) as [d D].
  destruct (archimed_cor1 (d / Rabs x)) as [n [A M]];
    [apply Rdiv_lt_0_compat; [apply cond_pos | exact P]|].
  apply lt_0_INR in M.
  specialize (D (x / INR n)). rewrite Rplus_0_l, exp_0 in D.
  assert (Q : x / INR n <> 0).
  { intro Z. apply N. replace x with (x / INR n * INR n) by (field; lra). rewrite Z. ring. }
  assert (S : Rabs (x / INR n) < d).
  { unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ INR n)) by (left; apply Rinv_0_lt_compat, M).
    replace (pos d) with (Rabs x * (d / Rabs x)) by (field; lra).
    apply Rmult_lt_compat_l; assumption. }
  specialize (D Q S).
  assert (O := exp_pos (x / INR n)).
  assert (B : 1 + INR n * (exp (x / INR n) - 1) <= (1 + (exp (x / INR n) - 1)) ^ n)
    by (apply bernoulli; lra).
  replace (1 + (exp (x / INR n) - 1)) with (exp (x / INR n)) in B by ring.
  rewrite <- exp_multiple in B. replace (INR n * (x / INR n)) with x in B by (field; lra).
  assert (F : INR n * (exp (x / INR n) - 1) - x = x * ((exp (x / INR n) - 1) / (x / INR n) - 1))
    by (field; split; lra).
  assert (G : Rabs (INR n * (exp (x / INR n) - 1) - x)
              <= Rabs x * ((1 + x - exp x) / (2 * Rabs x))).
  { rewrite F, Rabs_mult. apply Rmult_le_compat_l; lra. }
  replace (Rabs x * ((1 + x - exp x) / (2 * Rabs x))) with ((1 + x - exp x) / 2) in G
    by (field; lra).
  apply Rabs_le_between in G. lra.
Qed.
Lemma exp_gap (x : R) : 0 <= exp x - 1 - x.
Proof. assert (E := exp_line x). lra. Qed.
Lemma exp_gap_sum (x : R) : 0 <= exp x - (1 + x).
Proof. assert (E := exp_line x). lra. Qed.

(* Every closed inner product becomes a variable, its mirror image the same one. *)
Ltac adjoints_right := repeat match goal with
  | H : adjoint ?A _ |- context [inner (?A ?u) ?v] => rewrite (H u v) end.
Ltac mirror a b :=
  let m := fresh "m" in evar (m : R); let E := fresh "E" in
  assert (E : inner a b = m) by
    (rewrite (inner_sym _ a b); adjoints_right; subst m; reflexivity);
  let m' := eval cbv delta [m] in m in
  subst m; try (tryif constr_eq m' (inner a b) then fail else rewrite <- E); clear E.
Ltac freeze_inner := repeat match goal with |- context [inner ?a ?b] =>
  mirror a b; let g := fresh "g" in set (g := inner a b) end.
Definition symmetric_family {A} (a : A -> A -> R) := forall i j, a i j = a j i.
Ltac exchange := repeat match goal with H : symmetric_family ?a |- context [?a ?i ?j] =>
  tryif constr_eq i j then fail else
  match goal with |- context [a j i] => rewrite (H j i) end end.
Ltac adjoints_right_everywhere := repeat match goal with
  | H : adjoint ?A _ |- context [inner (?A ?u) ?v] => rewrite (H u v)
  | H : adjoint ?A _, K : context [inner (?A ?u) ?v] |- _ =>
    lazymatch type of K with adjoint _ _ => fail | _ => rewrite (H u v) in K end end.
(* Premises about all indices, at the indices in sight. *)
Ltac instances := repeat match goal with
  | E : @enumerates ?A _, H : forall x : ?A, @?P x, a : ?A |- _ =>
    let T := type of (H a) in
    lazymatch goal with K : T |- _ => fail | _ => pose proof (H a) end end.
Ltac freeze_one F a close := first
  [ match goal with e := F ?b |- _ =>
      let E := fresh "E" in assert (E : F a = e) by (unfold e; apply f_equal; solve [close tt]);
      rewrite E; clear E end
  | let e := fresh "e" in set (e := F a) ].
Ltac freeze_functions close := repeat match goal with
  | |- context [exp ?a] => freeze_one exp a close
  | |- context [sin ?a] => freeze_one sin a close
  | |- context [cos ?a] => freeze_one cos a close
  | |- context [ln ?a] => freeze_one ln a close
  | |- context [atan ?a] => freeze_one atan a close
  | |- context [sqrt ?a] => freeze_one sqrt a close
  end.
(* A sum with one inner sum, its factors pulled in. *)
Ltac pull_in := match goal with |- @nsum ?A ?T ?f = _ =>
  let g := fresh "g" in evar (g : A -> R); let E := fresh "E" in
  assert (E : nsum T f = nsum T g) by
    (apply nsum_ext; let k := fresh "k" in intro k; let hidden := fresh "hidden" in
     match goal with |- _ = ?r => set (hidden := r) end; cbv beta;
     repeat first [ rewrite nsum_scale | rewrite nsum_scale_r ]; subst hidden; subst g; reflexivity);
  rewrite E; clear E; subst g; cbv beta end.
(* Sums frozen further out: not compared again inside, where that would not end. *)
Definition outer_sum {A} := @nsum A.
Ltac mark_outer := repeat match goal with s := @nsum ?A ?T ?f |- _ =>
  change (@nsum A T f) with (@outer_sum A T f) in (value of s) end.
Ltac thaw := repeat match goal with x := _ : R |- _ => subst x end;
  repeat match goal with |- context [@outer_sum ?A] => change (@outer_sum A) with (@nsum A) end.
Lemma circle (a : R) : is_square (cos a) (1 - sin a * sin a).
Proof. unfold rule. assert (E := sin2_cos2 a). unfold Rsqr in E. lra. Qed.
Ltac circles := repeat match goal with |- context [cos ?a] =>
  lazymatch goal with E : is_square (cos a) _ |- _ => fail | _ => pose proof (circle a) end end.
(* Squares take part in the freezing. *)
Ltac show_squares := repeat match goal with E : rule _ _ |- _ => revert E end.
Ltac decide_scalar := exchange; circles; squares_in_sight; show_squares; freeze_inner;
  freeze_functions ltac:(fun _ => decide_scalar); first
  [ solve [intros; ring]
  | freeze_sums; intros; first [ ring | ring_modulo | decide_field ] ]
with decide_field := lazymatch goal with |- context [/ _] => first
  [ field; nonzero | field_modulo; nonzero | freeze_inverses; field_modulo; nonzero ] end
(* The inverse of an atom that is no root becomes a variable with an equation. *)
with freeze_inverses := repeat match goal with |- context [/ ?a] =>
  lazymatch goal with E : is_square a _ |- _ => fail | _ => idtac end;
  first [ is_var a | lazymatch a with size _ => idtac end ]; let N := fresh "N" in assert (N : a <> 0) by nonzero;
  let E := fresh "E" in assert (E : rule (a * / a) 1) by (apply Rinv_r, N);
  let c := fresh "c" in set (c := / a) in *; clearbody c end
with freeze_sums := repeat match goal with |- context [@nsum ?A ?T ?f] => first
  [ match goal with s := @nsum A T ?g |- _ =>
      let E := fresh "E" in assert (E : nsum T f = s) by (unfold s; same_sum);
      rewrite E; clear E end
  | match goal with s := @nsum ?B ?U ?g |- _ =>
      tryif constr_eq T U then fail else
      (let E := fresh "E" in assert (E : nsum T f = s) by (unfold s; swapped_sum);
       rewrite E; clear E) end
  | let s := fresh "s" in set (s := @nsum A T f) ] end
with same_sum := first
  [ solve [ mark_outer; apply nsum_ext; intro; decide_scalar ] | solve [ swapped_sum ] ]
with swapped_sum :=
  mark_outer; pull_in; symmetry; pull_in; rewrite nsum_swap;
  apply nsum_ext; intro; apply nsum_ext; intro; decide_scalar
(* ------------------------------------------------------------------ signs *)
with nonzero := repeat split; thaw; cbv beta; nonzero_one
with nonzero_one := first
  [ assumption | solve [auto]
  | apply Rinv_neq_0_compat; nonzero_one
  | apply Rmult_integral_contrapositive_currified; nonzero_one
  | apply positive_nonzero; positive
  | match goal with H : ?x <> 0 |- ?y <> 0 => replace y with x by ring; exact H end
  | match goal with H : ?a <> ?b |- ?y <> 0 =>
      replace y with (b - a) by ring; apply difference_nonzero; exact H end
  | match goal with H : forall i : ?A, @?x i <> 0, a : ?A |- ?y <> 0 =>
      replace y with (x a) by ring; apply H end
  | match goal with H : ?x <> 0 |- ?y <> 0 =>
      let E := fresh "E" in assert (E : y = x) by decide_scalar; rewrite E; exact H end
  | match goal with E : is_square ?r ?y |- ?y <> 0 =>
      apply (square_nonzero r y E); solve [nonzero_one] end
  | apply Rlt_not_eq; negative
  | match goal with H : ?x <> 0 |- ?y <> 0 => match x with context [/ ?d] =>
      apply (cleared x d y); [ exact H | solve [nonzero_one] | field; nonzero_denominators ] end end
  | match goal with H : 0 < ?x |- ?y <> 0 => match x with context [/ ?d] =>
      apply (cleared x d y);
      [ apply positive_nonzero, H | solve [nonzero_one] | field; nonzero_denominators ] end end ]
with nonzero_denominators := repeat split; nonzero_one
with negative := match goal with
  | H : ?x < 0 |- ?y < 0 => replace y with x by ring; exact H
  | |- ?y < 0 => lra end
with positive := cbv beta; first
  [ assumption | solve [auto] | apply exp_pos | lra
  | apply Rinv_0_lt_compat; positive
  | apply square_positive; solve [nonzero_one]
  | apply Rmult_lt_0_compat; positive
  | apply sqrt_lt_R0; positive
  | apply pow_lt; positive
  | apply size_positive; assumption
  | rewrite nsum_total; positive
  | match goal with E : enumerates ?T |- 0 < total ?T _ =>
      apply (total_positive _ _ E); intro; adjoints_right; positive end
  | match goal with E : @enumerates ?A ?T, a : ?A |- 0 < total ?T _ =>
      apply (total_one_positive _ _ a E); [ intro; solve [nonneg] | solve [positive] ] end
  | match goal with H : forall i, ?N i i = 1 |- 0 < ?N ?j ?j => rewrite H; lra end
  | rewrite inner_sym; solve [auto]
  | match goal with H : ?a < ?b |- 0 < ?y =>
      replace y with (b - a) by ring; apply to_strict_gap; exact H end
  | match goal with H : forall i : ?A, @?a i < @?b i, x : ?A |- 0 < ?y =>
      replace y with (b x - a x) by ring; apply to_strict_gap; apply H end
  | apply positive_plus_nonneg; [ solve [positive] | solve [nonneg] ]
  | apply nonneg_plus_positive; [ solve [nonneg] | solve [positive] ]
  | match goal with H : ?a < ?b |- 0 < ?y =>
      let E := fresh "E" in assert (E : y = b - a) by decide_scalar; rewrite E;
      apply to_strict_gap; exact H end ]
with nonneg := cbv beta; first
  [ assumption | solve [auto] | lra
  | apply Rle_0_sqr | apply pow2_ge_0 | apply inner_nonneg | apply sqrt_pos
  | apply schwarz_gap | apply schwarz_gap_power | apply exp_gap | apply exp_gap_sum
  | apply unit_gap; solve [auto] | apply unit_gap_plus; solve [auto]
  | apply to_gap; solve [auto] | left; apply to_strict_gap; solve [auto]
  | left; solve [auto] | left; apply exp_pos
  | apply indicator_nonneg; assumption | apply indicator_below_one; assumption
  | apply indicator_nonneg, kronecker_indicator; assumption
  | apply indicator_below_one, kronecker_indicator; assumption
  | apply size_at_least_one; assumption
  | rewrite nsum_total; nonneg
  | apply total_nonneg; intro; first [ solve [nonneg] | progress adjoints_right; nonneg ]
  | left; apply Rinv_0_lt_compat; solve [positive]
  | apply Rmult_le_pos; solve [nonneg]
  | apply Rplus_le_le_0_compat; solve [nonneg]
  | rewrite inner_sym; solve [auto]
  | match goal with H : ?a <= ?b |- 0 <= ?y =>
      replace y with (b - a) by ring; apply to_gap; exact H end
  | match goal with H : forall i : ?A, @?a i <= @?b i, x : ?A |- 0 <= ?y =>
      replace y with (b x - a x) by ring; apply to_gap; apply H end
  (* A premise may be written x . A y where the reason has A x . y; squares stay squares. *)
  | progress adjoints_right; first [ apply to_gap; solve [auto] | left; apply to_strict_gap; solve [auto] ]
  | left; solve [positive] ].

