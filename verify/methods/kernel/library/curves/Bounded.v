(* Bounded Lipschitz curves on [0, oo): what Barbalat's lemma asks of a rate of change. The class
   is closed under everything that exported formulas contain. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves.
Open Scope R_scope.

Definition tame {S : inner_product_space} (y : R -> S) := exists b L, 0 <= b /\ 0 <= L /\
  forall t, 0 <= t -> vnorm (y t) <= b /\
    forall s, 0 <= s <= t -> vnorm (vsub (y t) (y s)) <= L * (t - s).
Notation rtame u := (tame (S := real_line) u).

Lemma travel {S : inner_product_space} (y dy : R -> S) K :
  (forall t, 0 <= t -> is_vderive y t (dy t)) -> (forall t, 0 <= t -> vnorm (dy t) <= K) ->
  forall s t, 0 <= s <= t -> vnorm (vsub (y t) (y s)) <= K * (t - s).
Proof.
  intros Moves Speed s t H. set (xi := vsub (y t) (y s)).
  assert (K0 : 0 <= K) by
    (specialize (Speed 0 ltac:(lra)); assert (N := vnorm_nonneg (dy 0)); lra).
  destruct (vnorm_nonneg xi) as [N|Z].
  2: { rewrite <- Z. apply Rmult_le_pos; lra. }
  assert (G := growth (fun x => - inner xi (y x)) (fun x => - inner xi (dy x)) (- (vnorm xi * K))
    s t ltac:(lra)).
  match type of G with ?a -> ?b -> ?c => assert (Q : c) end.
  { apply G; intros x X.
    - apply (derive_opp (fun x => inner xi (y x))). eapply derive_eq.
      apply (derive_inner (fun _ => xi) y); [apply vderive_const | apply Moves; lra].
      rewrite inner_zero_l. ring.
    - specialize (Speed x ltac:(lra)). assert (C := inner_le_vnorm xi (dy x)).
      apply Rabs_le_between in C.
      assert (vnorm xi * vnorm (dy x) <= vnorm xi * K) by (apply Rmult_le_compat_l; lra). lra. }
  cbv beta in Q. apply Rmult_le_reg_l with (vnorm xi); [auto|]. rewrite vnorm_square.
  replace (inner xi xi) with (inner xi (vsub (y t) (y s))) by reflexivity.
  unfold vsub. rewrite inner_add_r, inner_scale_r. lra.
Qed.
Lemma tame_moves {S : inner_product_space} (y dy : R -> S) b K :
  (forall t, 0 <= t -> is_vderive y t (dy t)) -> (forall t, 0 <= t -> vnorm (y t) <= b) ->
  (forall t, 0 <= t -> vnorm (dy t) <= K) -> tame y.
Proof.
  intros M B Sp. exists b, K. split; [|split].
  - specialize (B 0 ltac:(lra)). assert (N := vnorm_nonneg (y 0)). lra.
  - specialize (Sp 0 ltac:(lra)). assert (N := vnorm_nonneg (dy 0)). lra.
  - intros t T. split; [auto|]. intros s H. apply (travel y dy K); auto.
Qed.
Section Product.
Context {S1 S2 S3 : inner_product_space} (B : S1 -> S2 -> S3).
Hypothesis Bal : forall x y z, B (vadd x y) z = vadd (B x z) (B y z).
Hypothesis Bsl : forall c x z, B (vscale c x) z = vscale c (B x z).
Hypothesis Bar : forall x y z, B z (vadd x y) = vadd (B z x) (B z y).
Hypothesis Bsr : forall c x z, B z (vscale c x) = vscale c (B z x).
Hypothesis Bn : forall x y, vnorm (B x y) <= vnorm x * vnorm y.
Lemma tame_product x y : tame x -> tame y -> tame (fun t => B (x t) (y t)).
Proof.
  intros [b [L [Hb [HL Hx]]]] [c [M [Hc [HM Hy]]]].
  exists (b * c), (L * c + b * M).
  assert (0 <= L * c) by (apply Rmult_le_pos; auto). assert (0 <= b * M) by (apply Rmult_le_pos; auto).
  split; [apply Rmult_le_pos; auto|]. split; [lra|]. intros t T. split.
  - eapply Rle_trans; [apply Bn|]. apply Rmult_le_compat; try apply vnorm_nonneg; [apply Hx | apply Hy]; auto.
  - intros s Hs. replace (vsub (B (x t) (y t)) (B (x s) (y s)))
      with (vadd (B (vsub (x t) (x s)) (y t)) (B (x s) (vsub (y t) (y s)))).
    2: { unfold vsub. rewrite Bal, Bar, Bsl, Bsr. apply inner_ext. intro z.
         rewrite !inner_add_l, !inner_scale_l. ring. }
    eapply Rle_trans; [apply vnorm_add|].
    replace ((L * c + b * M) * (t - s)) with (L * (t - s) * c + b * (M * (t - s))) by ring.
    apply Rplus_le_compat; (eapply Rle_trans; [apply Bn|]); apply Rmult_le_compat;
      try apply vnorm_nonneg; try (apply Hx; lra); try (apply Hy; lra).
Qed.
End Product.
Lemma tame_const {S : inner_product_space} (x : S) : tame (fun _ => x).
Proof.
  exists (vnorm x), 0. split; [apply vnorm_nonneg|]. split; [lra|]. intros t T. split; [lra|].
  intros s Hs. replace (vsub x x) with (@vzero S) by (symmetry; apply vadd_opposite).
  unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
Qed.
Lemma tame_add {S : inner_product_space} (x y : R -> S) : tame x -> tame y ->
  tame (fun t => vadd (x t) (y t)).
Proof.
  intros [b [L [Hb [HL Hx]]]] [c [M [Hc [HM Hy]]]]. exists (b + c), (L + M).
  split; [lra|]. split; [lra|]. intros t T. destruct (Hx t T) as [X1 X2]. destruct (Hy t T) as [Y1 Y2].
  split; [eapply Rle_trans; [apply vnorm_add | lra]|]. intros s Hs.
  replace (vsub (vadd (x t) (y t)) (vadd (x s) (y s)))
    with (vadd (vsub (x t) (x s)) (vsub (y t) (y s))).
  2: { apply inner_ext. intro z. unfold vsub. rewrite ?inner_add_l, ?inner_scale_l, ?inner_add_l. ring. }
  eapply Rle_trans; [apply vnorm_add|]. specialize (X2 s Hs). specialize (Y2 s Hs). lra.
Qed.
Lemma tame_inner {S : inner_product_space} (x y : R -> S) : tame x -> tame y ->
  rtame (fun t => inner (x t) (y t)).
Proof.
  apply (tame_product (S3 := real_line) (fun a b : S => inner a b)); intros; simpl;
    rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r; auto.
  rewrite vnorm_real. apply inner_le_vnorm.
Qed.
Lemma tame_scale {S : inner_product_space} (f : R -> R) (y : R -> S) : rtame f -> tame y ->
  tame (fun t => vscale (f t) (y t)).
Proof.
  apply (tame_product (S1 := real_line) (fun (c : R) (x : S) => vscale c x)); intros;
    try (apply inner_ext; intro q; simpl; repeat (rewrite inner_add_l || rewrite inner_scale_l); ring).
  rewrite vnorm_scale, vnorm_real. right. reflexivity.
Qed.
Lemma tame_mult (f g : R -> R) : rtame f -> rtame g -> rtame (fun t => f t * g t).
Proof. apply (tame_scale (S := real_line)). Qed.
Lemma tame_sub {S : inner_product_space} (x y : R -> S) : tame x -> tame y ->
  tame (fun t => vsub (x t) (y t)).
Proof.
  intros X Y. apply (tame_add x (fun t => vscale (-1) (y t))); [auto|].
  apply (tame_scale (fun _ => -1)); [apply (tame_const (S := real_line)) | auto].
Qed.
Lemma tame_vtotal {S : inner_product_space} {I} (T : list I) (y : R -> I -> S) :
  (forall i, tame (fun t => y t i)) -> tame (fun t => vtotal T (y t)).
Proof.
  intros H. induction T as [|i T IH]; simpl; [apply tame_const|].
  apply (tame_add (fun t => y t i) (fun t => vtotal T (y t))); auto.
Qed.
Lemma tame_total {I} (T : list I) (f : R -> I -> R) :
  (forall i, rtame (fun t => f t i)) -> rtame (fun t => total T (f t)).
Proof.
  intros H. induction T as [|i T IH]; simpl; [apply (tame_const (S := real_line))|].
  apply (tame_add (S := real_line) (fun t => f t i) (fun t => total T (f t))); auto.
Qed.
Lemma tame_operator {S : inner_product_space} (A B : S -> S) (y : R -> S) : adjoint A B ->
  bounded_operator A -> tame y -> tame (fun t => A (y t)).
Proof.
  intros HA [C [C0 HC]] [b [L [Hb [HL H]]]]. exists (C * b), (C * L).
  split; [apply Rmult_le_pos; auto|]. split; [apply Rmult_le_pos; auto|]. intros t T.
  destruct (H t T) as [H1 H2]. split.
  - eapply Rle_trans; [apply HC|]. apply Rmult_le_compat_l; auto.
  - intros s Hs. replace (vsub (A (y t)) (A (y s))) with (A (vsub (y t) (y s)))
      by (unfold vsub; rewrite (adjoint_add _ _ HA), (adjoint_scale _ _ HA); reflexivity).
    eapply Rle_trans; [apply HC|]. rewrite Rmult_assoc. apply Rmult_le_compat_l; auto.
Qed.
(* Real functions. *)
Lemma rtame_spec (u : R -> R) : rtame u <-> exists b L, 0 <= b /\ 0 <= L /\ forall t, 0 <= t ->
  Rabs (u t) <= b /\ forall s, 0 <= s <= t -> Rabs (u t - u s) <= L * (t - s).
Proof.
  assert (E : forall a b : R, @vnorm real_line (@vsub real_line a b) = Rabs (a - b)).
  { intros a b. rewrite vnorm_real. unfold vsub. simpl. f_equal. ring. }
  split; intros [b [L [Hb [HL H]]]]; exists b, L; split; auto; split; auto; intros t T;
    destruct (H t T) as [H1 H2]; split; try (rewrite vnorm_real in H1; exact H1);
    try (rewrite vnorm_real; exact H1);
    intros s Hs; specialize (H2 s Hs); rewrite E in *; exact H2.
Qed.
Lemma exp_tangent x : 1 + x <= exp x.
Proof.
  destruct (Rle_lt_dec 0 x) as [P|N].
  - assert (G := growth exp exp 1 0 x P). rewrite exp_0 in G. 
    assert (1 * (x - 0) <= exp x - 1); [|lra]. apply G; intros t T.
    apply is_derive_Reals, derivable_pt_lim_exp.
    rewrite <- exp_0. apply exp_le. lra.
  - assert (G := growth (fun t => - exp t) (fun t => - exp t) (-1) x 0 ltac:(lra)).
    cbv beta in G. rewrite exp_0 in G. assert (-1 * (0 - x) <= -1 - - exp x); [|lra]. apply G; intros t T.
    apply (derive_opp exp), is_derive_Reals, derivable_pt_lim_exp.
    assert (exp t <= exp 0) by (apply exp_le; lra). rewrite exp_0 in *. lra.
Qed.
Lemma exp_lipschitz b u v : Rabs u <= b -> Rabs v <= b -> Rabs (exp u - exp v) <= exp b * Rabs (u - v).
Proof.
  assert (H : forall u v, u <= b -> v <= b -> exp u - exp v <= exp b * Rabs (u - v)).
  { intros x z X Z. assert (T := exp_tangent (z - x)).
    assert (E : exp z = exp x * exp (z - x)) by (rewrite <- exp_plus; f_equal; ring).
    assert (P := exp_pos x). assert (exp x * (1 + (z - x)) <= exp x * exp (z - x)) by
      (apply Rmult_le_compat_l; lra).
    assert (exp x * (x - z) <= exp b * Rabs (x - z)).
    { apply Rle_trans with (exp x * Rabs (x - z)).
      apply Rmult_le_compat_l; [lra | apply Rle_abs].
      apply Rmult_le_compat_r; [apply Rabs_pos | apply exp_le; auto]. } lra. }
  intros A B. apply Rabs_le_between in A. apply Rabs_le_between in B.
  apply Rabs_le_between. split; [|apply H; lra].
  assert (Q := H v u ltac:(lra) ltac:(lra)). rewrite Rabs_minus_sym in Q. lra.
Qed.
Lemma tame_exp (u : R -> R) : rtame u -> rtame (fun t => exp (u t)).
Proof.
  rewrite !rtame_spec. intros [b [L [Hb [HL H]]]]. exists (exp b), (exp b * L).
  assert (P := exp_pos b). split; [lra|]. split; [apply Rmult_le_pos; lra|]. intros t T.
  destruct (H t T) as [H1 H2]. assert (Q := H1). apply Rabs_le_between in Q. split.
  - rewrite Rabs_right by (left; apply exp_pos). apply exp_le. lra.
  - intros s Hs. eapply Rle_trans; [apply exp_lipschitz with (b := b); auto; apply H; lra|].
    rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra | auto].
Qed.
Lemma tame_inv (u : R -> R) c : 0 < c -> (forall t, 0 <= t -> c <= u t) -> rtame u ->
  rtame (fun t => / u t).
Proof.
  intros C Low. rewrite !rtame_spec. intros [b [L [Hb [HL H]]]]. exists (/ c), (L * (/ c * / c)).
  assert (P : 0 < / c) by (apply Rinv_0_lt_compat; auto).
  assert (I : forall t, 0 <= t -> 0 < / u t <= / c).
  { intros t T. specialize (Low t T). split; [apply Rinv_0_lt_compat; lra|].
    apply Rinv_le_contravar; lra. }
  split; [lra|]. split; [apply Rmult_le_pos; [auto | apply Rmult_le_pos; lra]|]. intros t T.
  destruct (H t T) as [H1 H2]. split; [rewrite Rabs_right; specialize (I t T); lra|].
  intros s Hs. specialize (H2 s Hs). assert (It := I t T). assert (Is := I s ltac:(lra)).
  assert (Lt := Low t T). assert (Ls := Low s ltac:(lra)).
  replace (/ u t - / u s) with (- (u t - u s) * (/ u t * / u s)) by (field; lra).
  rewrite Rabs_mult, Rabs_Ropp, (Rabs_right (/ u t * / u s))
    by (apply Rle_ge, Rmult_le_pos; lra).
  replace (L * (/ c * / c) * (t - s)) with (L * (t - s) * (/ c * / c)) by ring.
  apply Rmult_le_compat; [apply Rabs_pos | apply Rmult_le_pos; lra | auto |
    apply Rmult_le_compat; lra].
Qed.
Ltac tame_step := cbv beta; first
  [ assumption | solve [auto]
  | lazymatch goal with
    | |- tame (fun t => inner (@?x t) (@?y t)) => apply (tame_inner x y)
    | |- tame (fun t => vscale (@?f t) (@?y t)) => apply (tame_scale f y)
    | |- tame (fun t => vsub (@?x t) (@?y t)) => apply (tame_sub x y)
    | |- tame (fun t => vadd (@?x t) (@?y t)) => apply (tame_add x y)
    | |- tame (fun t => vtotal ?T (@?y t)) => apply (tame_vtotal T y); intro
    | |- tame (fun t => total ?T (@?y t)) => apply (tame_total T y); intro
    | |- tame (fun t => @?x t * @?y t) => apply (tame_mult x y)
    | |- tame (fun t => @?x t / @?y t) => apply (tame_mult x (fun t => / y t))
    | |- tame (fun t => exp (@?x t)) => apply (tame_exp x)
    | H : adjoint ?A ?B, K : bounded_operator ?A |- tame (fun t => ?A (@?y t)) =>
      apply (tame_operator A B y H K)
    end ].
Lemma tame_lipschitz (u : R -> R) : rtame u -> exists L, 0 <= L /\
  forall s t, 0 <= s <= t -> Rabs (u t - u s) <= L * (t - s).
Proof.
  intros H. apply rtame_spec in H. destruct H as [b [L [_ [HL H]]]]. exists L. split; [auto|].
  intros s t Hs. apply H; lra.
Qed.
