(* B-G3: LeftTangents.v, whose heads pull as they are printed, and matrices that do. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Bounded Tangent Cones LeftHemisphere LeftTangents.
From Claimed Require Import B_G3.
Open Scope R_scope.

Theorem proof : B_G3.
Proof.
  intros Space Token tokens Head heads w v f A x W _ ET _ _ _ Unit [PW CW] Start _ Inside Pos Sum Flow.
  assert (All : lists tokens) by exact (proj2 (proj2 ET)).
  assert (Rows : forall t h, 0 <= t -> stochastic tokens (A t h)).
  { intros t h T. split; [intros i j; apply Pos, T | intro i; apply Sum, T]. }
  assert (Go : forall t i, 0 <= t -> is_vderive (fun s => x s i) t
    (vsub (vtotal heads (fun h => f t h i)) (vscale (inner (x t i) (vtotal heads (fun h => f t h i))) (x t i))))
    by (intros t i T; apply (Flow t i T)).
  split; [|split].
  - intros kappa M _ rho R C C0 [[K0 [Along Pull]] [Longer Tangents]] t T.
    assert (Short : forall t h i, 0 <= t -> vnorm (f t h i) <= M) by (intros; apply Pull; assumption).
    assert (Turn := fun t h i (T : 0 <= t) => proj2 (Pull t T h i)).
    assert (Fall := tangents_fall W PW v w Along Unit tokens heads kappa rho C M A f x All K0 R C0 Longer Rows
      Start Inside Tangents Short Turn Go t).
    assert (V := w_length v w Along Unit). assert (CR : 0 <= C * rho) by (apply Rmult_le_pos; assumption).
    split; [intro i; apply Fall, T|]. split; intro i.
    + split; [apply Rgt_not_eq, Rmult_lt_0_compat; [lra | fold (vnorm w); lra]|].
      destruct (Fall i T) as [_ H]. change (total heads (fun a => kappa a)) with (total heads kappa).
      eapply Rle_trans; [exact H|]. right. do 3 f_equal.
      unfold rate, vnorm, Rdiv. ring.
    + eapply Rle_trans; [apply (tangents_fall_at_last W PW v w Along Unit tokens heads kappa rho C M A f x All K0 R
        C0 Longer Rows Start Inside Tangents Short Turn Go t i T)|].
      right. change (total heads (fun a => kappa a)) with (total heads kappa). do 3 f_equal. unfold delay, vnorm. ring.
  - intros kappa M _ [[K0 [Along Pull]] Some] i.
    assert (Short : forall t h i, 0 <= t -> vnorm (f t h i) <= M) by (intros; apply Pull; assumption).
    assert (Turn := fun t h i (T : 0 <= t) => proj2 (Pull t T h i)).
    destruct (longer_by_coercive W CW) as [C [C0 Longer]].
    destruct (some_tangent W v w tokens (x 0) All Inside) as [rho [R Tangents]].
    assert (V := w_length v w Along Unit). assert (CR : 0 <= C * rho) by (apply Rmult_le_pos; assumption).
    apply (vtends_exp _ _ (2 * (C * rho * vnorm w)) (rate w heads kappa rho C)).
    + apply Rdiv_lt_0_compat; [exact Some | apply Rmult_lt_0_compat; lra].
    + intros t T. exact (tokens_near_v W PW v w Along Unit tokens heads kappa rho C M A f x All K0 R C0 Longer Rows
        Start Inside Tangents Short Turn Go t i T).
  - intros F [F' Adj] lambda mu Mu [Along [Fv [_ Left]]] z Z. destruct (Left z) as [Wz _].
    assert (Off := matrix_off v w F F' lambda z Adj Fv Wz). unfold off_along in Off. rewrite Off, Wz. split.
    + assert (0 <= mu * inner w z) by (apply Rmult_le_pos; lra). lra.
    + eapply Rle_trans; [apply Rmult_le_compat_l; [left; exact Z | exact (proj2 (Left _) (off_across v w Along z))]|].
      right. unfold off_along. ring.
Qed.
