(* A-T4.1+: the weights of all heads add up to one weight of each pair, and Gathering.v applies. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Attention Gnomonic Spheres Hemisphere Gathering.
Open Scope R_scope.

Section Meeting.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (p : S) (W : S -> S)
  (y : R -> Token -> S) (alpha : R -> Head -> Token -> Token -> R) (sigma m M : R).
Let w := fun t i j => total heads (fun a => alpha t a i j).
Let phi := fun a : S => inner (W p) a.
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => y s i) t
  (vsub (vtotal tokens (fun j => vscale (total heads (fun a => alpha t a i j)) (y t j)))
    (vscale (inner (y t i) (W (vtotal tokens (fun j => vscale (total heads (fun a => alpha t a i j)) (y t j)))))
      (y t i))).
Hypothesis From : forall i, sigma <= inner (W p) (y 0 i).
Hypothesis Above : forall t, 0 <= t -> forall a i j, alpha t a i j <= M.
Hypothesis Sig : 0 < sigma.
Hypothesis ET : enumerates tokens.
Hypothesis EH : enumerates heads.
Hypothesis P : positive W.
Hypothesis Pole : inner p (W p) = 1.
Hypothesis Unit : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Section Images.
Context (root inverse : S -> S).
Let s t i := inner (W p) (y t i).
Let x t i := root (vscale (/ s t i) (y t i)).
Let gap t i j := vsub (x t i) (x t j).
Let K t := -1 * size tokens * size heads * m * sigma * t.
Hypothesis Ellipsoid : (forall t, 0 <= t -> forall i, inner (y t i) (W (y t i)) = 1) /\
  forall t, 0 <= t -> forall i j, inner (y t i) (W (y t j)) <= 1.
Hypothesis Margins : forall t, 0 <= t -> forall i, sigma <= s t i.
Hypothesis Most : forall t, 0 <= t -> (forall i, inner (y t i) (W (y t i)) = 1) ->
  (forall i j, inner (y t i) (W (y t j)) <= 1) -> (forall i, 0 < s t i) -> forall k, s t k <= 1.
Hypothesis Far : forall sigma t, 0 <= t -> (forall i, inner (y t i) (W (y t i)) = 1) ->
  (forall i j, inner (y t i) (W (y t j)) <= 1) -> (forall i, 0 < s t i) -> 0 < sigma ->
  forall i j, sigma <= s t i -> sigma <= s t j -> inner (gap t i j) (gap t i j) <= (2 / sigma) ^ 2.
Hypothesis Nearer : forall t, 0 <= t -> (forall i, inner (y t i) (W (y t i)) = 1) ->
  (forall i j, inner (y t i) (W (y t j)) <= 1) -> (forall i, 0 < s t i) -> forall i j, s t i <= 1 -> s t j <= 1 ->
  inner (W (vsub (y t i) (y t j))) (vsub (y t i) (y t j)) <= inner (gap t i j) (gap t i j).
Hypothesis Decay : forall M, 0 <= M -> (forall i j, s 0 i <> 0 /\ s 0 j <> 0 /\ vnorm (gap 0 i j) <= M) ->
  forall t, 0 <= t -> forall i j, s t i <> 0 /\ s t j <> 0 /\ vnorm (gap t i j) <= M * exp (K t).
Hypothesis Limit : forall M, 0 <= M -> (forall i j, s 0 i <> 0 /\ s 0 j <> 0 /\ vnorm (gap 0 i j) <= M) ->
  exists z, forall t, 0 <= t -> forall i, s t i <> 0 /\ vnorm (vsub (x t i) z) <= M * exp (K t).
Let inside t : 0 <= t -> forall i, 0 < s t i.
Proof. intros T i. specialize (Margins t T i). lra. Qed.
Let far : 0 <= 2 / sigma /\ forall i j, s 0 i <> 0 /\ s 0 j <> 0 /\ vnorm (gap 0 i j) <= 2 / sigma.
Proof.
  destruct Ellipsoid as [Unit' Gram]. assert (R0 := Rle_refl 0).
  assert (Pos : 0 <= 2 / sigma) by (apply Rlt_le, Rdiv_lt_0_compat; lra). split; [exact Pos|].
  intros k l. repeat split; try (apply Rgt_not_eq, inside, R0). apply vnorm_at_most; [exact Pos|].
  eapply Rle_trans; [apply (Far sigma 0 R0); auto | right; ring].
Qed.
Lemma meet t : 0 <= t -> forall i j, sqrt (inner (vsub (y t i) (y t j)) (W (vsub (y t i) (y t j)))) <= 2 / sigma * exp (K t).
Proof.
  intros T i j. destruct Ellipsoid as [Unit' Gram], far as [Pos Start].
  eapply Rle_trans; [|apply (Decay (2 / sigma) Pos Start t T)].
  apply sqrt_le_1_alt. rewrite <- (proj1 P). apply Nearer; auto.
Qed.
Lemma one_point : 0 < m -> adjoint root root -> (forall v, root (root v) = W v) -> (forall v, root (inverse v) = v) ->
  exists z, inner z (W z) = 1 /\ (sigma <= inner (W p) z /\ forall t, 0 <= t -> forall i, distance W (y t i) z <= 2 / sigma * exp (K t)).
Proof.
  intros Mpos A Square Back. destruct Ellipsoid as [Unit' _], far as [Pos Start], (Limit (2 / sigma) Pos Start) as [l L].
  set (r := size tokens * size heads * m * sigma).
  assert (Rate : forall t, K t = - r * t) by (intro; unfold K, r; ring).
  destruct (someone tokens ET) as [o _].
  destruct (point_of_images (U := weighted S W P) phi y sigma (2 / sigma) r (inverse l) o) as [z [Z [In Near]]]; auto.
  - apply short_from_pole, Pole.
  - repeat apply Rmult_lt_0_compat; auto; apply size_positive; auto.
  - intros t i T. apply Unit', T.
  - intros t i T. apply Margins, T.
  - intros t i T. rewrite <- Rate. eapply Rle_trans; [|apply (L t T i)]. right. unfold vnorm. f_equal. simpl.
    rewrite <- Square, <- A. replace (vsub (x t i) l) with (root (vsub (image phi y t i) (inverse l))); [reflexivity|].
    apply inner_ext. intro q. unfold vsub. rewrite A, !inner_add_l, !inner_scale_l, <- !A, Back. reflexivity.
  - exists z. split; [exact Z|]. split; [exact In|]. intros t T i. rewrite Rate. apply Near, T.
Qed.
End Images.
Lemma tokens_follow_the_first first same z :
  (forall t, 0 <= t -> forall a, total tokens (fun j => (1 - same first j) * alpha t a first j) = 0) /\
    (forall t, 0 <= t -> forall a i, m <= alpha t a i first) -> y 0 first = z -> 0 < m -> kronecker same ->
  (forall t, 0 <= t -> forall a i j, 0 <= alpha t a i j) ->
  forall t, 0 <= t -> forall i, distance W (y t i) z <= 2 / sigma * exp (-1 * size heads * m * sigma * t).
Proof.
  intros [Alone Seen] <- Mpos K Nonneg t T i.
  replace (-1 * size heads * m * sigma * t) with (- (size heads * m * sigma) * t) by ring.
  apply (tokens_follow S Token tokens w W phi y (size heads * m) (size heads * M) sigma first ET P); auto.
  - apply Rmult_lt_0_compat; [apply size_positive|]; auto.
  - intros s k l Hs. split; [apply total_nonneg; auto | apply heads_at_most; intro; auto].
  - intros s k Hs. apply heads_at_least. intro; auto.
  - intros s j Hs N. unfold w. rewrite <- (total_zero heads). apply total_ext. intro a.
    apply (alone tokens same (fun j => alpha s a first j) first); auto.
  - apply short_from_pole, Pole.
Qed.
End Meeting.
