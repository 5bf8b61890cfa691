(* The domain of a layer's step: a length is a norm, and what all heads add is no longer than L. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded.
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

Section Step.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (W : S -> S) (d tau : R)
  (A : Head -> Token -> Token -> R) (v : Head -> Token -> S) (u : Head -> R) (y : Token -> S) (i : Token).
Let added := vtotal heads (fun a => vtotal tokens (fun j => vscale (A a i j) (v a j))).
Let L := total heads (fun a => u a) / sqrt d.
Hypothesis Given : (forall a i, total tokens (fun j => A a i j) = 1 / sqrt d) /\
  (forall a i, sqrt (inner (v a i) (W (v a i))) <= u a) /\ tau * L < 1.
Hypotheses (HW : positive W) (Pos : forall a i j, 0 <= A a i j) (Unit : forall i, inner (y i) (W (y i)) = 1) (Tau : 0 <= tau).
Let n x := sqrt (inner x (W x)).
Let Add x z : n (vadd x z) <= n x + n z := @vnorm_add (weighted S W HW) x z.
Let Scale c x : n (vscale c x) = Rabs c * n x := @vnorm_scale (weighted S W HW) c x.
Lemma pulled : n added <= L.
Proof.
  unfold L, Rdiv. rewrite <- total_scale_r. apply (sum_length n Add Scale heads _ (fun a => u a * / sqrt d)). intro a.
  apply (head_length n Add Scale); [apply Pos | rewrite (proj1 Given); unfold Rdiv; ring | apply Given].
Qed.
Lemma long : 1 - tau * L <= n (vadd (y i) (vscale tau added)).
Proof. apply (no_shorter n Add Scale); [unfold n; rewrite Unit; apply sqrt_1 | exact Tau | apply pulled]. Qed.
Lemma defined : 1 - tau * L <= n (vadd (y i) (vscale tau added)) /\ 0 < n (vadd (y i) (vscale tau added)) /\
  n (vadd (y i) (vscale tau added)) <> 0 /\
  n (vscale (/ n (vadd (y i) (vscale tau added))) (vadd (y i) (vscale tau added))) = 1.
Proof.
  assert (P : 0 < n (vadd (y i) (vscale tau added))) by (assert (Q := long); lra).
  split; [exact long|]. split; [exact P|]. split; [apply Rgt_not_eq, P|].
  rewrite Scale, Rabs_right by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat, P). field. lra.
Qed.
End Step.
