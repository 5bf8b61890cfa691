(* The tactics that close exported goals. Nothing here is trusted: the kernel checks what they do.

   A scalar is brought to a normal form in which every sum is a linear combination of sums of
   monomials (`nsum`), by the equations among the premises; then `decide_scalar` takes over. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Deciding.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. the normal form *)

(* `rules` rewrites with the equations among the premises; the hidden right side stays as it is. *)
Lemma exp_minus_one (a : R) : exp (-1 * a) = / exp a.
Proof. rewrite <- exp_Ropp. f_equal. ring. Qed.
(* Angles: sums, differences and small multiples. *)
Lemma sin_three (x : R) : sin (3 * x) = sin (2 * x + x).
Proof. f_equal. ring. Qed.
Lemma cos_three (x : R) : cos (3 * x) = cos (2 * x + x).
Proof. f_equal. ring. Qed.
Lemma sin_four (x : R) : sin (4 * x) = sin (2 * (2 * x)).
Proof. f_equal. ring. Qed.
Lemma cos_four (x : R) : cos (4 * x) = cos (2 * (2 * x)).
Proof. f_equal. ring. Qed.
Lemma sin_minus_one (x : R) : sin (-1 * x) = - sin x.
Proof. rewrite <- sin_neg. f_equal. ring. Qed.
Lemma cos_minus_one (x : R) : cos (-1 * x) = cos x.
Proof. rewrite <- (cos_neg x). f_equal. ring. Qed.
(* An angle x / m occurs: then the waves of x are written in those of x / m. *)
Definition has_part (x m : R) := True.
Ltac know_part x m := assert (has_part x m) by exact I.
Ltac part_step := match goal with
  | H : has_part ?x ?m |- context [sin ?x] =>
    replace (sin x) with (sin (m * (x * / m))) by (f_equal; field; lra)
  | H : has_part ?x ?m |- context [cos ?x] =>
    replace (cos x) with (cos (m * (x * / m))) by (f_equal; field; lra) end.
Ltac angle_step := first [ part_step | progress rewrite ?sin_plus, ?cos_plus, ?sin_minus,
  ?cos_minus, ?sin_neg, ?cos_neg, ?sin_minus_one, ?cos_minus_one, ?sin_0, ?cos_0, ?sin_three,
  ?cos_three, ?sin_four, ?cos_four, ?sin_2a, ?cos_2a ].
Ltac expand_step := first
  [ progress rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r,
      ?inner_vtotal_l, ?inner_vtotal_r, ?inner_zero_l, ?inner_zero_r
  | match goal with H : adjoint ?A _ |- context [?A (vadd ?u ?v)] =>
      rewrite (adjoint_add _ _ H u v) end
  | match goal with H : adjoint ?A _ |- context [?A (vscale ?c ?v)] =>
      rewrite (adjoint_scale _ _ H c v) end
  | match goal with H : adjoint ?A _ |- context [?A (vtotal ?T ?f)] =>
      rewrite (adjoint_vtotal _ _ H _ T f) end
  | match goal with H : adjoint ?A _ |- context [?A vzero] => rewrite (adjoint_zero _ _ H) end
  | match goal with H : adjoint ?A _ |- context [inner (?A ?u) ?v] => rewrite (H u v) end
  | match goal with K : kronecker ?s |- context [?s ?a ?a] => rewrite (proj1 K a) end
  | progress rewrite ?Rinv_mult, ?Rinv_inv
  | lazymatch goal with |- context [sin _] => angle_step | |- context [cos _] => angle_step end
  | match goal with |- context [exp _] => progress (unfold Rminus;
      rewrite ?exp_plus, ?exp_minus_one, ?exp_Ropp, ?exp_0) end ].
Ltac contract := repeat match goal with
  | K : kronecker ?s, E : enumerates ?T |- context [nsum ?T (fun k => ?s ?a k * @?f k)] =>
    rewrite (nsum_kronecker s T a f K E); cbv beta
  | K : kronecker ?s, E : enumerates ?T |- context [nsum ?T (fun k => ?s ?a k)] =>
    rewrite (nsum_kronecker_one s T a K E)
  end.
Ltac turn_deltas k := repeat match goal with
  | K : kronecker ?s, E : enumerates ?T |- context [?s k ?a] =>
    rewrite (kronecker_sym s T K E k a)
  end.
Ltac back_to_totals := repeat match goal with
  |- context [@nsum ?A] => change (@nsum A) with (@total A) end.
Ltac is_combination u := lazymatch u with
  | vadd _ _ => idtac | vscale _ _ => idtac | vtotal _ _ => idtac | vzero => idtac
  | ?A ?v => lazymatch goal with H : adjoint A _ |- _ => is_combination v end end.
Ltac is_image u := lazymatch u with ?A _ => lazymatch goal with H : adjoint A _ |- _ => idtac end end.
Ltac is_flat a := lazymatch a with context [inner _ _] => fail | _ => idtac end.
Ltac expand_inner rules a b :=
  first [ is_combination a | is_combination b | is_image a ];
  let n := fresh "n" in evar (n : R); let E := fresh "E" in
  assert (E : inner a b = n) by
    (repeat first [ progress (rules tt) | expand_step ]; cbv beta; subst n; reflexivity);
  subst n; rewrite E; clear E.
(* Each inner product is expanded in an equation of its own, the innermost first. *)
Ltac expand_inners rules := repeat first
  [ match goal with |- context [inner ?a ?b] => is_flat a; is_flat b; expand_inner rules a b end
  | match goal with |- context [inner ?a ?b] => expand_inner rules a b end ].
Ltac distribute :=
  repeat first [ rewrite <- total_scale | rewrite <- total_add ];
  apply total_ext; intro; unfold Rdiv.
Ltac normal rules :=
  expand_inners rules; repeat first [ progress (rules tt) | expand_step ]; cbv beta;
  repeat match goal with |- context [@total ?A ?T ?f] => one_sum rules A T f end;
  first [ progress contract; back_to_totals; normal rules | repeat progress (rules tt) ]
with one_sum rules A T f :=
  let g := fresh "g" in evar (g : A -> R);
  let E := fresh "E" in
  assert (E : total T f = total T g) by
    (apply total_ext; let k := fresh "k" in intro k; let hidden := fresh "hidden" in
     match goal with |- _ = ?r => set (hidden := r) end; cbv beta; normal rules; turn_deltas k;
     subst hidden; subst g; reflexivity);
  let h := eval cbv delta [g] in g in let h := eval cbv beta in h in
  rewrite E; clear E; subst g;
  lazymatch h with
  | (fun _ => ?c) => rewrite (total_constant T c)
  | _ =>
    let F := fresh "F" in
    first
      [ let r := sum_normal T true (h, tt) tt tt in
        assert (F : total T h = r) by
          (distribute; first [ ring | squares_in_sight; ring_modulo | field; nonzero ])
      | let r := sum_normal T false (h, tt) tt tt in
        assert (F : total T h = r) by (distribute; first [ ring | squares_in_sight; ring_modulo ]) ];
    change (@total A) with (@nsum A) in F; change (total T h) with (nsum T h);
    try rewrite nsum_one in F; try rewrite F; clear F
  end.

(* ------------------------------------------------------------------ 2. square roots *)

Lemma root_square (q : R) : 0 <= q -> is_square (sqrt q) q.
Proof. apply sqrt_sqrt. Qed.
Lemma root_nonzero (r q : R) : is_square r q -> q <> 0 -> r <> 0.
Proof. unfold rule. intros E N Z. subst r. lra. Qed.
Lemma radicand_of_root (q : R) : 0 < sqrt q -> 0 < q.
Proof.
  intros H. apply Rnot_le_lt. intro L. rewrite sqrt_neg_0 in H by exact L. lra.
Qed.
Lemma square_radicand (q g : R) : g <> 0 -> q = g * g -> 0 < q.
Proof. intros N ->. apply square_positive, N. Qed.
Lemma root_is (q g : R) : 0 < g -> q = g * g -> sqrt q = g.
Proof. intros P ->. apply sqrt_square. lra. Qed.
Lemma root_is_absolute (q g : R) : q = g * g -> sqrt q = Rabs g.
Proof. intros ->. apply sqrt_Rsqr_abs. Qed.
Lemma absolute_square (g : R) : is_square (Rabs g) (g * g).
Proof. unfold rule. rewrite <- Rabs_mult. apply Rabs_right, Rle_ge, Rle_0_sqr. Qed.

(* `known` rewrites a root whose square is that of a scalar with known sign. *)
Ltac know_adjoints := repeat match goal with H : adjoint ?A ?B |- _ =>
  lazymatch goal with K : adjoint B A |- _ => fail | _ => pose proof (adjoint_sym _ _ H) end end.
Ltac prepare :=
  unfold vsub, Rdiv in *; cbn [pow];
  repeat match goal with H : context [@total ?A] |- _ => change (@total A) with (@nsum A) in H end.
Ltac no_rule := fun _ => fail.
Ltac no_roots := fun _ => idtac.
(* Sums in denominators are known not to vanish before rules evaluate them. *)
Definition seen (a : R) := True.
Ltac know_denominators rules := repeat match goal with |- context [/ ?a] =>
  lazymatch a with context [total _ _] => idtac end;
  lazymatch goal with K : seen a |- _ => fail | _ => assert (seen a) by exact I end;
  try (let N := fresh "N" in assert (N : a <> 0) by nonzero;
       let p := fresh "p" in evar (p : R); let F := fresh "F" in
       assert (F : a = p) by (normal rules; subst p; reflexivity);
       subst p; rewrite F in N; clear F) end.
(* An equation of numbers; rules as for `normal`. *)
Ltac scalars roots rules :=
  prepare; roots tt; know_denominators rules; normal rules; cbn [pow]; decide_scalar.
Ltac vectors roots rules :=
  apply inner_ext; let z := fresh "z" in intro z; scalars roots rules.
Ltac known_root q g rules :=
  let E := fresh "E" in
  assert (E : sqrt q = g) by (apply root_is; [ solve [positive] | scalars no_roots rules ]);
  rewrite E; clear E.
Ltac known_absolute q g rules :=
  let E := fresh "E" in
  assert (E : sqrt q = Rabs g) by (apply root_is_absolute; scalars no_roots rules);
  rewrite E; clear E.
(* 0 < q, from what is known of its root, or because q is the square of a nonzero scalar. *)
Ltac known_radicand g rules :=
  apply (square_radicand _ g); [ solve [nonzero_one] | scalars no_roots rules ].
Ltac radicand known rules := first
  [ apply radicand_of_root; solve [auto]
  | progress (rules tt); cbn [pow]; solve [positive]
  | known tt ].
Lemma root_scaled (q p g : R) : 0 < g -> q = g * g * p -> sqrt q = g * sqrt p.
Proof.
  intros P ->. rewrite sqrt_mult_alt by apply Rle_0_sqr. rewrite sqrt_square by lra. reflexivity.
Qed.
Lemma root_unscaled (q p g : R) : 0 < g -> p = g * g * q -> sqrt q = / g * sqrt p.
Proof. intros P H. rewrite (root_scaled p q g P H). field. lra. Qed.
Ltac scaled_root q g rules := match goal with D : ?r = sqrt ?p |- _ =>
  let E := fresh "E" in first
  [ assert (E : sqrt q = g * sqrt p) by (apply root_scaled; [ solve [positive] | scalars no_roots rules ])
  | assert (E : sqrt q = / g * sqrt p) by
      (apply root_unscaled; [ solve [positive] | scalars no_roots rules ]) ];
  rewrite E, <- D; clear E end.
Ltac same_root q rules := match goal with D : ?r = sqrt ?p |- _ =>
  let E := fresh "E" in assert (E : q = p) by scalars no_roots rules; rewrite E, <- D; clear E end.
(* From here p is the normal form of the radicand q. *)
Ltac new_root q p F :=
  let r := fresh "r" in let D := fresh "D" in let E := fresh "E" in
  try assert (sqrt p <> 0) by (try rewrite <- F; first
    [ assumption | apply positive_nonzero; solve [auto]
    | apply positive_nonzero, sqrt_lt_R0; solve [positive] ]);
  try assert (E : is_square (sqrt p) p) by (try rewrite <- F; apply root_square; first
    [ nonneg | left; apply radicand_of_root; solve [auto] ]);
  remember (sqrt p) as r eqn:D in *;
  try (lazymatch goal with N : r <> 0 |- _ => fail | _ => idtac end;
       assert (r <> 0) by (apply (root_nonzero _ _ E); solve [nonzero_one])).
Ltac take_root known rules q :=
  let p := fresh "p" in evar (p : R); let F := fresh "F" in
  assert (F : q = p) by (normal rules; subst p; reflexivity);
  let p' := eval cbv delta [p] in p in subst p;
  try rewrite F; first [ known p' | same_root p' rules | new_root q p' F ];
  clear F.
Ltac take_roots known rules :=
  repeat match goal with |- context [sqrt ?q] => take_root known rules q end;
  repeat match goal with |- context [Rabs ?g] =>
    pose proof (absolute_square g);
    try (assert (Rabs g <> 0) by (apply Rabs_no_R0; nonzero_one));
    let r := fresh "r" in let D := fresh "D" in remember (Rabs g) as r eqn:D in *; clear D end.

(* ------------------------------------------------------------------ 3. whole claims *)

(* An inner product with its operators moved to either side. *)
Ltac turned := prepare; first
  [ reflexivity
  | adjoints_right; first [ reflexivity | rewrite inner_sym; adjoints_right; reflexivity ]
  | rewrite inner_sym; adjoints_right; reflexivity
  | scalars no_roots no_rule ].
(* From A^T = A, the two names become one. *)
Ltac one_operator h := match type of h with
  | forall x, ?B x = ?A x => let E := fresh "E" in
    assert (E : B = A) by (apply functional_extensionality; exact h);
    first [ subst B | subst A ]; clear h end.
Ltac right_sided h := let K := fresh "K" in assert (K := h); adjoints_right_everywhere; exact K.
Ltac distinct_indices := match goal with K : kronecker _ |- _ =>
  apply (proj2 K); first [ assumption | apply not_eq_sym; assumption ] end.
Lemma from_gap (a b : R) : 0 <= b - a -> a <= b.
Proof. lra. Qed.
Lemma from_strict_gap (a b : R) : 0 < b - a -> a < b.
Proof. lra. Qed.
Lemma from_difference (a b : R) : b - a <> 0 -> a <> b.
Proof. lra. Qed.
Ltac gap_is reason roots rules :=
  let E := fresh "E" in
  lazymatch goal with
  | |- 0 <= ?e => assert (E : e = reason) by scalars roots rules
  | |- 0 < ?e => assert (E : e = reason) by scalars roots rules
  | |- ?e <> 0 => assert (E : e = reason) by scalars roots rules
  end; try rewrite E; clear E; unfold Rdiv.
Ltac with_instances t := first
  [ solve [t tt] | adjoints_right; solve [t tt] | instances; adjoints_right_everywhere; t tt ].
Ltac certified reason roots rules := lazymatch goal with
  | |- _ <= _ => apply from_gap; gap_is reason roots rules; with_instances ltac:(fun _ => nonneg)
  | |- _ < _ =>
    apply from_strict_gap; gap_is reason roots rules; with_instances ltac:(fun _ => positive)
  | |- _ <> _ => apply from_difference; gap_is reason roots rules; nonzero
  end.

(* ------------------------------------------------------------------ 4. derivatives *)

(* A premise that says how something moves; `apply` would guess a constant velocity wrongly. *)
Ltac velocity := match goal with
  | H : is_derive _ _ _ |- _ => exact H
  | H : is_vderive _ _ _ |- _ => exact H
  | H : forall a, _ |- _ => first [ refine (H _) | refine (H _ _) | refine (H _ _ _) ] end.
(* `place` rewrites curves at time 0 to their state, `side` proves that radicands are positive. *)
Ltac derive place side := cbv beta; lazymatch goal with
  | |- is_derive (fun _ => ?c) _ _ => apply derive_const
  | |- is_derive (fun t => t) _ _ => apply derive_id
  | |- is_derive (fun t => @?f t + @?g t) _ _ => apply (derive_plus f g); derive place side
  | |- is_derive (fun t => @?f t - @?g t) _ _ => apply (derive_minus f g); derive place side
  | |- is_derive (fun t => - @?f t) _ _ => apply (derive_opp f); derive place side
  | |- is_derive (fun t => @?f t * @?g t) _ _ => apply (derive_mult f g); derive place side
  | |- is_derive (fun t => @?f t / @?g t) _ _ =>
    apply (derive_div f g); [ at_place place; nonzero_or side | derive place side | derive place side ]
  | |- is_derive (fun t => / sqrt (@?f t)) _ _ =>
    apply (derive_inv_sqrt f); [ at_place place; first [ positive | side tt ] | derive place side ]
  | |- is_derive (fun t => / @?f t) _ _ =>
    apply (derive_inv f); [ at_place place; nonzero_or side | derive place side ]
  | |- is_derive (fun t => exp (@?f t)) _ _ => apply (derive_exp f); derive place side
  | |- is_derive (fun t => sin (@?f t)) _ _ => apply (derive_sin f); derive place side
  | |- is_derive (fun t => cos (@?f t)) _ _ => apply (derive_cos f); derive place side
  | |- is_derive (fun t => atan (@?f t)) _ _ => apply (derive_atan f); derive place side
  | |- is_derive (fun t => ln (@?f t)) _ _ =>
    apply (derive_ln f); [ at_place place; first [ positive | side tt ] | derive place side ]
  | |- is_derive (fun t => sqrt (@?f t)) _ _ =>
    apply (derive_sqrt f); [ at_place place; first [ positive | side tt ] | derive place side ]
  | |- is_derive (fun t => total ?T (@?f t)) _ _ => apply (derive_total T f); intro; derive place side
  | |- is_derive (fun t => inner (@?x t) (@?y t)) _ _ => apply (derive_inner x y); derive place side
  | |- is_derive _ _ _ => velocity
  | |- is_vderive (fun _ => ?c) _ _ => apply vderive_const
  | |- is_vderive (fun t => vadd (@?x t) (@?y t)) _ _ => apply (vderive_add x y); derive place side
  | |- is_vderive (fun t => vsub (@?x t) (@?y t)) _ _ =>
    apply (vderive_add x (fun t => vscale (-1) (y t))); derive place side
  | |- is_vderive (fun t => vscale (@?f t) (@?y t)) _ _ => apply (vderive_scale f y); derive place side
  | |- is_vderive (fun t => vtotal ?T (@?y t)) _ _ =>
    apply (vderive_vtotal T y); intro; derive place side
  | H : adjoint ?A ?B, K : bounded_operator ?A |- is_vderive (fun t => ?A (@?y t)) _ _ =>
    apply (vderive_operator A B y); [exact H | exact K | derive place side]
  | |- is_vderive _ _ _ => velocity
  end
with nonzero_or side := first [ nonzero | apply positive_nonzero, sqrt_lt_R0; side tt ]
with at_place place := cbv beta; repeat progress (place tt); cbv beta.
