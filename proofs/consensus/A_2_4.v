(* The domain of a layer's step: a length is a norm, and what all heads add is no longer than L. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded.
From Claimed Require Import A_2_4.
Open Scope R_scope.

Section Length.
Context {S : inner_product_space} (n : S -> R).
Hypothesis Add : forall x y, n (vadd x y) <= n x + n y.
Hypothesis Scale : forall c x, n (vscale c x) = Rabs c * n x.
Lemma zero_length : n vzero = 0.
Proof. rewrite <- (vscale_zero vzero), Scale, Rabs_R0. ring. Qed.
Lemma sum_length {I} (T : list I) (f : I -> S) b : (forall i, n (f i) <= b i) ->
  n (vtotal T f) <= total T b.
Proof.
  intros H. induction T as [|i T IH]; simpl; [rewrite zero_length; lra|].
  eapply Rle_trans; [apply Add|]. specialize (H i). lra.
Qed.
(* Values of bounded length, with weights of a given sum. *)
Lemma head_length {I} (T : list I) (A : I -> R) (v : I -> S) u r : (forall j, 0 <= A j) ->
  total T A = r -> (forall j, n (v j) <= u) -> n (vtotal T (fun j => vscale (A j) (v j))) <= u * r.
Proof.
  intros Pos Sum V. rewrite <- Sum, Rmult_comm, <- total_scale_r. apply sum_length. intro j.
  rewrite Scale, Rabs_right by (apply Rle_ge; auto). apply Rmult_le_compat_l; auto.
Qed.
Lemma no_shorter y f tau L : n y = 1 -> 0 <= tau -> n f <= L -> 1 - tau * L <= n (vadd y (vscale tau f)).
Proof.
  intros Y T F. assert (Q := Add (vadd y (vscale tau f)) (vscale (- tau) f)).
  replace (vadd (vadd y (vscale tau f)) (vscale (- tau) f)) with y in Q.
  2:{ apply inner_ext. intro q. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  rewrite Y, Scale, Rabs_Ropp, Rabs_right in Q by (apply Rle_ge; exact T).
  assert (tau * n f <= tau * L) by (apply Rmult_le_compat_l; auto). lra.
Qed.
End Length.

Theorem proof : A_2_4.
Proof.
  intros Space Token tokens Head heads W d R S Comp ET EH D AW AR AS BW BR BS [PW CW] PR PS RR SR RS SW WS
    tau T A Pos v u y Unit Near [Sums [Values Small]] i.
  set (n := fun x : Space => sqrt (inner x (W x))).
  assert (Add : forall x z, n (vadd x z) <= n x + n z) by exact (@vnorm_add (weighted Space W PW)).
  assert (Scale : forall c x, n (vscale c x) = Rabs c * n x) by exact (@vnorm_scale (weighted Space W PW)).
  set (f := vtotal heads (fun a => vtotal tokens (fun j => vscale (A a i j) (v a j)))).
  set (L := total heads (fun a => u a) / sqrt d). set (w := vadd (y i) (vscale tau f)).
  assert (F : n f <= L).
  { unfold L, Rdiv. rewrite <- total_scale_r. unfold f.
    apply (sum_length n Add Scale heads _ (fun a => u a * / sqrt d)). intro a.
    apply (head_length n Add Scale); [apply Pos | rewrite Sums; unfold Rdiv; ring | apply Values]. }
  assert (Y : n (y i) = 1) by (unfold n; rewrite Unit; apply sqrt_1).
  assert (Q : 1 - tau * L <= n w) by (apply (no_shorter n Add Scale); auto).
  assert (Small' : tau * L < 1) by exact Small.
  assert (P : 0 < n w) by lra.
  split; [exact Q|]. split; [exact P|]. split; [apply Rgt_not_eq, P|].
  change (n (vscale (/ n w) w) = 1). rewrite Scale, Rabs_right by
    (apply Rle_ge, Rlt_le, Rinv_0_lt_compat, P). field. lra.
Qed.
