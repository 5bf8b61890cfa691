(* A-R5.2: the remark's conclusion is false as Theorem 5.1 is: the tokens of its counterexample, taken
   back by U = diag(2, 1), move by (16), and the third ends at the antipode of the first. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Complete Planes Weights Worlds.
From Theorems Require A_T5_1.
Import A_T5_1.A_T5_1.
From Claimed Require Import A_R5_2.
Open Scope R_scope.

Definition stretch (x : plane) : plane := (2 * fst x, snd x).
Definition shrink (x : plane) : plane := (fst x / 2, snd x).
Lemma stretch_symmetric : adjoint stretch stretch.
Proof. intros x z. unfold stretch. simpl. ring. Qed.
Lemma shrink_symmetric : adjoint shrink shrink.
Proof. intros x z. unfold shrink. simpl. field. Qed.
Lemma shrink_stretch x : shrink (stretch x) = x.
Proof. destruct x as [a b]. unfold shrink, stretch. cbn [fst snd].
  apply (f_equal2 (A1 := R) (A2 := R) pair); [field | reflexivity].
Qed.
Lemma stretch_shrink x : stretch (shrink x) = x.
Proof. destruct x as [a b]. unfold shrink, stretch. cbn [fst snd].
  apply (f_equal2 (A1 := R) (A2 := R) pair); [field | reflexivity].
Qed.
Lemma squares (x : plane) : inner x x = fst x * fst x + snd x * snd x.
Proof. reflexivity. Qed.
Lemma longer (x z : plane) : inner x x <= 4 * inner z z -> vnorm x <= 2 * vnorm z.
Proof.
  intros H. unfold vnorm. replace 2 with (sqrt (2 * 2)) by (apply sqrt_square; lra).
  rewrite <- sqrt_mult_alt by lra. apply sqrt_le_1_alt. lra.
Qed.
Lemma stretch_bounded x : vnorm (stretch x) <= 2 * vnorm x.
Proof.
  assert (Q := Rle_0_sqr (fst x)). assert (R := Rle_0_sqr (snd x)). unfold Rsqr in *.
  apply longer. rewrite !squares. unfold stretch. cbn [fst snd]. lra.
Qed.
Lemma shrink_bounded x : vnorm (shrink x) <= 2 * vnorm x.
Proof.
  assert (Q := Rle_0_sqr (fst x)). assert (R := Rle_0_sqr (snd x)). unfold Rsqr in *.
  apply longer. rewrite !squares. unfold shrink. cbn [fst snd]. lra.
Qed.

Definition back t i := shrink (tokens_at t i).
Definition scores_back t x := stretch (scores t (stretch x)).
Lemma scores_back_symmetric t : adjoint (scores_back t) (scores_back t).
Proof.
  intros x z. unfold scores_back. rewrite stretch_symmetric, scores_symmetric. apply stretch_symmetric.
Qed.
Lemma scores_back_bounded t x : vnorm (scores_back t x) <= 64 * vnorm x.
Proof.
  assert (P := stretch_bounded (scores t (stretch x))). assert (Q := scores_bounded t (stretch x)).
  assert (R := stretch_bounded x). unfold scores_back. lra.
Qed.
Lemma same_scores t i j : inner (back t i) (scores_back t (back t j))
  = inner (tokens_at t i) (scores t (tokens_at t j)).
Proof.
  unfold scores_back, back. rewrite <- stretch_symmetric, !stretch_shrink. reflexivity.
Qed.
Definition pull_back t i : plane := vtotal three_tokens (fun j => vscale (sees i j) (vscale
  (exp (inner (back t i) (scores_back t (back t j)))
   / total three_tokens (fun k => sees i k * exp (inner (back t i) (scores_back t (back t k)))))
  (stretch (back t j)))).
Lemma same_pull t i : pull_back t i = pull t i.
Proof.
  unfold pull_back, pull, weight, three_tokens. cbn [vtotal total]. rewrite !same_scores.
  unfold back. rewrite !stretch_shrink. reflexivity.
Qed.
Lemma back_moves t i : is_vderive (fun t => back t i) t
  (vsub (shrink (pull_back t i)) (vscale (inner (back t i) (stretch (pull_back t i))) (back t i))).
Proof.
  rewrite same_pull. eapply vderive_eq.
  - apply (vderive_operator shrink shrink (fun t => tokens_at t i));
    [exact shrink_symmetric | | apply tokens_move].
    exists 2. split; [lra | apply shrink_bounded].
  - unfold back, vsub. rewrite <- stretch_symmetric, stretch_shrink.
    rewrite (adjoint_add _ _ shrink_symmetric), !(adjoint_scale _ _ shrink_symmetric). reflexivity.
Qed.

Theorem third_stays_apart : A_R5_2__instance.
Proof.
  assert (Symmetric : forall t, 0 <= t -> adjoint (scores_back t) (scores_back t))
    by (intros; apply scores_back_symmetric).
  assert (Bounded : forall t, 0 <= t -> bounded_operator (scores_back t)).
  { intros t _. exists 64. split; [lra | apply scores_back_bounded]. }
  assert (Long : bounded_operator stretch) by (exists 2; split; [lra | apply stretch_bounded]).
  assert (Short : bounded_operator shrink) by (exists 2; split; [lra | apply shrink_bounded]).
  assert (weighed : forall t i, total three_tokens
    (fun k => sees i k * exp (inner (back t i) (scores_back t (back t k)))) <> 0).
  { intros t i. apply (attended three_tokens sees _ i three_enumerated); apply sees_ordered. }
  assert (Three : size three_tokens = 3) by (unfold size; simpl; lra).
  assert (Far : forall t, 1 <= 2 * sqrt (inner (vsub (back t third) (back t first)) (vsub (back t third) (back t first)))).
  { intro t. assert (Far := apart t). assert (Far2 := stretch_bounded (vsub (back t third) (back t first))).
    unfold vsub in Far2. rewrite (adjoint_add _ _ stretch_symmetric),
      (adjoint_scale _ _ stretch_symmetric) in Far2.
    unfold back in Far2 at 1 2. rewrite !stretch_shrink in Far2. unfold vsub, vnorm in *. lra. }
  exists plane, three, three_tokens, scores_back, scores_back, 64, back, stretch, stretch, first, sees, shrink, shrink, alike.
  split; [exact (complete_euclidean 1)|]. split; [exact three_enumerated|]. split; [lra|].
  split; [exact no_degenerate_plane|]. split; [exact Symmetric|]. split; [exact stretch_symmetric|].
  split; [exact (proj1 sees_ordered)|]. split; [exact (proj1 (proj2 sees_ordered))|]. split; [exact shrink_symmetric|].
  split; [exact alike_kronecker|]. split; [intros []; reflexivity|]. split; [intros []; reflexivity|].
  split; [exact sees_ordered|]. do 2 (split; [exact Bounded|]). do 2 (split; [exact Long|]). do 2 (split; [exact Short|]).
  split; [exact shrink_stretch|]. split; [exact stretch_shrink|]. split; [lra|].
  split; [exact (fun t i _ => conj (fun _ => weighed t i) (back_moves t i))|]. split; [exact Three|].
  split; [split; [intros t _ x; apply scores_back_bounded | split]|].
  - intro i. unfold back. rewrite stretch_shrink. apply tokens_unit.
  - intros i E. apply (f_equal stretch) in E. unfold back in E.
    rewrite (adjoint_scale _ _ stretch_symmetric), !stretch_shrink in E. exact (not_opposite i E).
  - exists third. split; [|split].
    + intro E. specialize (Far 0). rewrite E in Far. unfold vsub in Far. rewrite vadd_opposite, inner_zero_l, sqrt_0 in Far. lra.
    + intros t _. apply Far.
    + intro Ends. destruct (Ends (1 / 2) ltac:(lra)) as [T0 [P0 Near]]. specialize (Near T0 (Rle_refl _)). specialize (Far T0).
      rewrite Rminus_0_r, Rabs_right in Near by (apply Rle_ge, sqrt_pos). lra.
Qed.
