(* B-E7: the share of tokens whose alignment with a plane rises, told by squares. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Drawn OjaMap Alignments.
From Claimed Require Import B_E7.
Open Scope R_scope.

Lemma squares_of_sizes a b : Rabs a <= Rabs b <-> a ^ 2 <= b ^ 2.
Proof.
  replace (a ^ 2) with (Rsqr a) by (unfold Rsqr; ring). replace (b ^ 2) with (Rsqr b) by (unfold Rsqr; ring).
  split; [apply Rsqr_le_abs_1 | apply Rsqr_le_abs_0].
Qed.

Theorem proof : B_E7.
Proof.
  intros S Token tokens x e f y eps p q _ T Ux _ Uy _ E1 F1 O Signs Excess Count P Q Some.
  assert (Root : forall z, vnorm (on_plane e f z) = sqrt (inner z e ^ 2 + inner z f ^ 2)).
  { intro z. unfold vnorm. rewrite (on_plane_square e f E1 F1 O). reflexivity. }
  assert (Nonneg : forall z, 0 <= inner z e ^ 2 + inner z f ^ 2).
  { intro z. assert (A := pow2_ge_0 (inner z e)). assert (B := pow2_ge_0 (inner z f)). lra. }
  split; [|split].
  - intro i. change (vnorm (on_plane e f (x i)) < vnorm (on_plane e f (y i)) <->
      inner (x i) e ^ 2 + inner (x i) f ^ 2 < inner (y i) e ^ 2 + inner (y i) f ^ 2).
    rewrite !Root. split; intro H.
    + apply sqrt_lt_0_alt. exact H.
    + apply sqrt_lt_1_alt. split; [apply Nonneg | exact H].
  - intro Told. split; [split; [lra|]|split; [|split]].
    + exact (share_is tokens T eps p q Excess Count).
    + apply (share_between tokens T eps p q Excess Count P Q).
    + apply (share_between tokens T eps p q Excess Count P Q).
    + apply (mean_below_share tokens T eps (fun j => vnorm (on_plane e f (y j)) - vnorm (on_plane e f (x j))) Signs).
      * intro j. assert (A := vnorm_nonneg (on_plane e f (x j))).
        assert (B := on_plane_short e f E1 F1 O (y j) (Uy j)). lra.
      * intros j R. apply (proj1 (Told j)). apply Rminus_gt_0_lt. exact R.
  - intros u w U W UW [Pu Pw] i.
    assert (Same := fun z => other_basis e f E1 F1 O u w z U W UW Pu Pw). rewrite !root_of_square.
    change ((Rabs (inner (x i) u) <= Rabs (inner (y i) u) /\ Rabs (inner (x i) w) <= Rabs (inner (y i) w) ->
        vnorm (on_plane e f (x i)) <= vnorm (on_plane e f (y i))) /\
      (Rabs (inner (x i) u) < Rabs (inner (y i) u) /\ Rabs (inner (x i) w) <= Rabs (inner (y i) w) ->
        vnorm (on_plane e f (x i)) < vnorm (on_plane e f (y i)))).
    rewrite !Root, <- !Same. rewrite !squares_of_sizes. split; intros [A B].
    + apply sqrt_le_1_alt. lra.
    + apply sqrt_lt_1_alt. split; [rewrite Same; apply Nonneg|].
      assert (Lt : inner (x i) u ^ 2 < inner (y i) u ^ 2); [|lra].
      apply Rnot_le_lt. intro C. apply squares_of_sizes in C. lra.
Qed.
