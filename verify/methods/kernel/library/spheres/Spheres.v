(* The ellipsoid is invariant: tokens that start on it stay, whatever pulls them, as long as the pull
   is bounded near it. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Gnomonic.
Open Scope R_scope.

Section Invariance.
Context {U : inner_product_space} {Token : Type} (tokens : list Token)
  (y f : R -> Token -> U) (K : R).
Hypothesis All : lists tokens.
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun t => y t i) t
  (vsub (f t i) (vscale (inner (y t i) (f t i)) (y t i))).
Hypothesis Bounded : forall t i, 0 <= t -> (forall j, inner (y t j) (y t j) <= 2) ->
  Rabs (inner (y t i) (f t i)) <= K.
Hypothesis Start : forall i, inner (y 0 i) (y 0 i) = 1.
Let q t i := inner (y t i) (y t i) - 1.
(* The square of q, for it is differentiable where q is 0, as |q| is not. *)
Lemma excess_rate i : differentiable (fun t => q t i * q t i)
  (fun t => -4 * inner (y t i) (f t i) * (q t i * q t i)).
Proof.
  intros t T. assert (D : is_derive (fun t => q t i) t (-2 * inner (y t i) (f t i) * q t i)).
  { eapply derive_eq. apply (derive_minus (fun t => inner (y t i) (y t i)) (fun _ => 1));
      [apply (derive_inner (fun t => y t i) (fun t => y t i)); apply Flow; auto | apply derive_const].
    unfold q. rewrite (inner_sym _ (vsub _ _)), !inner_vsub, inner_scale_r. ring. }
  eapply derive_eq. apply (derive_mult (fun t => q t i) (fun t => q t i) t _ _ D D). ring.
Qed.
Lemma stays_unit t i : 0 <= t -> inner (y t i) (y t i) = 1.
Proof.
  intros T. assert (H : q t i * q t i <= 0).
  { apply (barrier tokens (fun i t => q t i * q t i)
      (fun i t => -4 * inner (y t i) (f t i) * (q t i * q t i)) (4 * Rabs K) 0 1); auto; try lra.
    - assert (N := Rabs_pos K). lra.
    - exact excess_rate.
    - intro j. unfold q. rewrite Start. lra.
    - clear t i T. intros i t T [Pos Low] Largest. rewrite Rminus_0_r.
      apply Rmult_le_compat_r; [lra|].
      assert (Near : forall j, inner (y t j) (y t j) <= 2).
      { intro j. specialize (Largest j). apply Rnot_lt_le. intro N.
        assert (0 < (q t j - 1) * (q t j + 1)) by (unfold q; apply Rmult_lt_0_compat; lra).
        unfold q in *. lra. }
      assert (F := Bounded t i T Near). apply Rabs_le_between in F. assert (L := Rle_abs K). lra. }
  assert (0 <= q t i * q t i) by apply Rle_0_sqr. assert (Z : q t i * q t i = 0) by lra.
  unfold q in Z. destruct (Rmult_integral _ _ Z); lra.
Qed.
End Invariance.

(* With weights that are bounded it is. *)
Lemma pull_bounded {U : inner_product_space} {Token} (tokens : list Token) (w : Token -> R) (v : Token -> U)
  (x : U) M b c : 0 <= M -> 0 <= b -> (forall j, Rabs (w j) <= M) -> (forall j, vnorm (v j) <= b) ->
  vnorm x <= c -> Rabs (inner x (vtotal tokens (fun j => vscale (w j) (v j)))) <= size tokens * (M * (c * b)).
Proof.
  intros HM HB W V X. rewrite inner_vtotal_r. apply total_abs. intro j.
  rewrite inner_scale_r, Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [apply W|].
  eapply Rle_trans; [apply inner_le_vnorm|]. apply Rmult_le_compat; auto using vnorm_nonneg.
Qed.
Lemma weighted_flow_stays_unit {U : inner_product_space} {Token} (tokens : list Token) w
  (y : R -> Token -> U) M :
  lists tokens -> weighted_flow tokens w (fun x => x) y ->
  (forall t i j, 0 <= t -> Rabs (w t i j) <= M) -> (forall i, inner (y 0 i) (y 0 i) = 1) ->
  forall t i, 0 <= t -> inner (y t i) (y t i) = 1.
Proof.
  intros All Flow Weights Start t i T.
  apply (stays_unit tokens y (fun t i => vtotal tokens (fun j => vscale (w t i j) (y t j)))
    (size tokens * (M * (sqrt 2 * sqrt 2)))); auto.
  clear t i T. intros t i T Near.
  assert (M0 : 0 <= M) by (eapply Rle_trans; [apply Rabs_pos | apply (Weights t i i T)]).
  apply pull_bounded; auto using sqrt_pos; intros; apply sqrt_le_1_alt, Near.
Qed.

Lemma tangent_norm {U : inner_product_space} (y f : U) : inner y y = 1 ->
  vnorm (vsub f (vscale (inner y f) y)) <= vnorm f.
Proof.
  intros Unit. apply sqrt_le_1_alt.
  rewrite vsub_square, !inner_scale_l, !inner_scale_r, Unit, (inner_sym _ f y).
  assert (Q := Rle_0_sqr (inner y f)). unfold Rsqr in Q. lra.
Qed.

(* The two norms of a space bound each other. *)
Lemma norm_in_space (S : inner_product_space) (W : S -> S) (P : positive W) : coercive W ->
  exists c, 0 < c /\ forall x : S, vnorm x <= c * @vnorm (weighted S W P) x.
Proof.
  intros [c [C Low]]. assert (Q : 0 < sqrt c) by (apply sqrt_lt_R0; auto).
  exists (/ sqrt c). split; [apply Rinv_0_lt_compat; auto|]. intro x.
  apply Rmult_le_reg_l with (sqrt c); [auto|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  unfold vnorm. simpl. rewrite <- sqrt_mult_alt by lra. apply sqrt_le_1_alt, Low.
Qed.
Lemma norm_in_metric (S : inner_product_space) (W : S -> S) (P : positive W) :
  exists c, 0 < c /\ forall x : S, @vnorm (weighted S W P) x <= c * vnorm x.
Proof.
  destruct (proj1 (proj2 P)) as [c [C H]]. exists (sqrt (c + 1)). split; [apply sqrt_lt_R0; lra|].
  intro x. unfold vnorm. simpl. rewrite <- sqrt_mult_alt by lra. apply sqrt_le_1_alt.
  eapply Rle_trans; [apply Rle_abs|]. eapply Rle_trans; [apply inner_le_vnorm|].
  rewrite <- vnorm_square. assert (N := vnorm_nonneg x). specialize (H x).
  apply Rle_trans with (vnorm x * (c * vnorm x)); [apply Rmult_le_compat_l; auto|].
  assert (0 <= vnorm x * vnorm x) by (apply Rmult_le_pos; auto). lra.
Qed.
