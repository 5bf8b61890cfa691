(* A-R4.1: the images of tokens that are near are near, and their hull shrinks. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Attention Gnomonic Spheres Gathering.
Open Scope R_scope.

Section Stable.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (p : S) (W root : S -> S)
  (y : R -> Token -> S) (sigma m D : R).
Let s t i := inner (W p) (y t i).
Let x t i := root (vscale (/ s t i) (y t i)).
Let gap t i j := vsub (x t i) (x t j).
Let K t := -1 * size tokens * size heads * m * sigma * t.
Hypothesis Sig : 0 < sigma.
Hypothesis Dpos : 0 <= D.
Hypothesis Ellipsoid : (forall t, 0 <= t -> forall i, inner (y t i) (W (y t i)) = 1) /\
  forall t, 0 <= t -> forall i j, inner (y t i) (W (y t j)) <= 1.
Hypothesis Most : forall t, 0 <= t -> (forall i, inner (y t i) (W (y t i)) = 1) ->
  (forall i j, inner (y t i) (W (y t j)) <= 1) -> (forall i, 0 < s t i) -> forall k, s t k <= 1.
Hypothesis Margins : forall t, 0 <= t -> forall i, sigma <= s t i.
Hypothesis Factor : forall t, 0 <= t -> (forall i, inner (y t i) (W (y t i)) = 1) ->
  (forall i j, inner (y t i) (W (y t j)) <= 1) -> (forall i, 0 < s t i) -> forall i j, s t i <= 1 -> s t j <= 1 ->
  (s t i * s t j) ^ 2 * inner (gap t i j) (gap t i j) <= 2 * inner (W (vsub (y t i) (y t j))) (vsub (y t i) (y t j)).
Hypothesis Apart : forall i j, distance W (y 0 i) (y 0 j) <= D.
Hypothesis P : positive W.
Let inside t : 0 <= t -> forall i, 0 < s t i.
Proof. intros T i. specialize (Margins t T i). lra. Qed.
Let most t : 0 <= t -> forall i, s t i <= 1.
Proof. intros T. destruct Ellipsoid as [Unit Gram]. apply Most; auto. Qed.
Let top := sqrt 2 * D / sigma ^ 2.
Let far : 0 <= top /\ forall i j, vnorm (gap 0 i j) <= top.
Proof.
  assert (R0 := Rle_refl 0). assert (Q := sqrt_lt_R0 2 ltac:(lra)). assert (Q2 := sqrt_sqrt 2 ltac:(lra)).
  assert (Pos : 0 <= top).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat, pow_lt, Sig]. }
  split; [exact Pos|]. intros i j. apply vnorm_at_most; [exact Pos|]. destruct Ellipsoid as [Unit Gram].
  assert (F := Factor 0 R0 (Unit 0 R0) (Gram 0 R0) (inside 0 R0) i j (most 0 R0 i) (most 0 R0 j)).
  assert (A := Apart i j). apply Inferences.square_of_root in A. rewrite <- (proj1 P) in A.
  assert (B : sigma ^ 2 <= s 0 i * s 0 j).
  { replace (sigma ^ 2) with (sigma * sigma) by ring. apply Rmult_le_compat; try lra; apply Margins, R0. }
  assert (S2 := pow_lt sigma 2 Sig). assert (G := inner_nonneg S (gap 0 i j)).
  assert (E : (sigma ^ 2) ^ 2 <= (s 0 i * s 0 j) ^ 2) by (apply pow_incr; lra).
  apply Rmult_le_reg_l with ((sigma ^ 2) ^ 2); [apply pow_lt, S2|].
  replace ((sigma ^ 2) ^ 2 * (top * top)) with (sqrt 2 * sqrt 2 * D ^ 2) by (unfold top; field; lra). rewrite Q2.
  apply Rle_trans with ((s 0 i * s 0 j) ^ 2 * inner (gap 0 i j) (gap 0 i j)); [apply Rmult_le_compat_r; [exact G | exact E] | lra].
Qed.
Lemma tokens_meet_again :
  (forall t, 0 <= t -> (forall i, inner (y t i) (W (y t i)) = 1) ->
    (forall i j, inner (y t i) (W (y t j)) <= 1) -> (forall i, 0 < s t i) -> forall i j, s t i <= 1 -> s t j <= 1 ->
    inner (W (vsub (y t i) (y t j))) (vsub (y t i) (y t j)) <= inner (gap t i j) (gap t i j)) ->
  (forall M, 0 <= M -> (forall i j, s 0 i <> 0 /\ s 0 j <> 0 /\ vnorm (gap 0 i j) <= M) ->
    forall t, 0 <= t -> forall i j, s t i <> 0 /\ s t j <> 0 /\ vnorm (gap t i j) <= M * exp (K t)) ->
  forall t, 0 <= t -> forall i j, distance W (y t i) (y t j) <= top * exp (K t).
Proof.
  intros Nearer Decay t T i j. destruct Ellipsoid as [Unit Gram], far as [Pos Start].
  eapply Rle_trans; [|apply (Decay top Pos); [|exact T]].
  - apply sqrt_le_1_alt. rewrite <- (proj1 P). apply Nearer; auto.
  - intros k l. repeat split; [apply Rgt_not_eq, inside, Rle_refl .. | apply Start].
Qed.
Lemma near_the_start j u : adjoint root root -> (forall v, root (root v) = W v) ->
  (forall xi M, (forall i, s 0 i <> 0 /\ inner xi (x 0 i) <= M) ->
    forall t, 0 <= t -> forall i, s t i <> 0 /\ inner xi (x t i) <= M) ->
  y 0 j = u -> forall t, 0 <= t -> forall i, distance W (y t i) u <= top.
Proof.
  intros A Square Hull <- t T i. destruct Ellipsoid as [Unit Gram], far as [Pos Start]. assert (R0 := Rle_refl 0).
  set (c := vsub (x t i) (x 0 j)). assert (C := vnorm_nonneg c).
  assert (Split : forall a b : S, inner c (vsub a b) = inner c a - inner c b).
  { intros a b. unfold vsub. rewrite inner_add_r, inner_scale_r. ring. }
  assert (Q : vnorm c * vnorm c <= vnorm c * top).
  { rewrite vnorm_square. unfold c at 2. rewrite Split. apply Rle_minus_l.
    apply (Hull c); [|exact T]. intro k. split; [apply Rgt_not_eq, inside, R0|]. apply Rle_minus_l. rewrite <- Split.
    eapply Rle_trans; [apply Rle_abs|]. eapply Rle_trans; [apply inner_le_vnorm|]. apply Rmult_le_compat_l; [exact C | apply Start]. }
  apply Rle_trans with (vnorm c); [|destruct C as [C|Z]; [apply Rmult_le_reg_l with (vnorm c); lra | rewrite <- Z; exact Pos]].
  assert (Beyond : forall t i, 0 <= t -> 1 <= / s t i).
  { intros q k Q'. rewrite <- Rinv_1. apply Rinv_le_contravar; [apply inside, Q' | apply most, Q']. }
  eapply Rle_trans.
  - apply (retraction (U := weighted S W P) (y t i) (y 0 j) (/ s t i) (/ s 0 j)); [apply Unit, T | apply Unit, R0 | apply Beyond, T | apply Beyond, R0].
  - right. unfold vnorm. f_equal. simpl. rewrite <- Square, <- A. unfold c, x.
    match goal with |- inner ?a _ = inner ?b _ => replace a with b; [reflexivity|] end.
    apply inner_ext. intro q. unfold vsub. simpl. rewrite A, !inner_add_l, !inner_scale_l, !A, !inner_scale_l. reflexivity.
Qed.
End Stable.
