(* A-T5.2: the weights on the tokens up to each are those of one head, to which Causal.v applies; for
   the opposite hemisphere with -v in the place of v. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Tangent Values Eigenbasis Causal.
From Claimed Require Import A_T5_2.
Open Scope R_scope.

Theorem proof : A_T5_2.
Proof.
  intros Space Token tokens Mode modes lam top v alpha same y seen U _ ET EM Same _ _ Sym Order Bounded
    Ortho Eigen Unit _ _ Flow [L0 Span] m Mpos M _ gamma Gpos s S0 [Weights [Gap [Below Above]]].
  assert (Pole : inner (v top) (v top) = 1) by (rewrite Ortho; apply Same).
  assert (Form := spectral_gap modes same U v lam top EM Same Sym Eigen Span gamma Gap).
  assert (Off : across_bound (v top) U s).
  { apply (spectral_across modes same U v lam top Same Sym Eigen Span); auto. intros k _.
    specialize (Below k). specialize (Above k). lra. }
  assert (One : enumerates (tt :: nil)).
  { split; [discriminate|]. split; [repeat constructor; intros [] | intros []; left; reflexivity]. }
  assert (Top : forall x, inner x (U x) <= lam top * inner x x).
  { intro x. specialize (Form x). assert (C := cauchy_schwarz (v top) x). rewrite Pole, Rmult_1_l in C.
    assert (0 <= gamma * (inner x x - inner (v top) x * inner (v top) x)) by (apply Rmult_le_pos; lra).
    lra. }
  assert (Main : forall p : Space, inner p p = 1 -> U p = vscale (lam top) p ->
    (forall x, inner p x * inner p x = inner (v top) x * inner (v top) x) -> across_bound p U s ->
    (forall i, 0 < inner p (y 0 i)) ->
    (forall i, exists k F, 0 < k /\ forall t, 0 <= t -> vnorm (vsub (y t i) p) <= F * exp (- k * t)) /\
    (forall i, vtends (fun t => y t i) p) /\
    forall D, (forall i, vnorm (vsub (y 0 i) p) <= D) -> forall t i, 0 <= t -> vnorm (vsub (y t i) p)
      <= sqrt 2 * exp (size tokens * (size (tt :: nil) * (M * s)) / (m * gamma) * size tokens) * D).
  { intros p Pole' Eigen' Squares Off' Inside.
    apply (causal_tokens_gather tokens (tt :: nil) seen (fun _ => U) p (fun _ => lam top) gamma s
      (fun t _ => alpha t) y m M); auto.
    - intro x. rewrite Squares. specialize (Form x). simpl. lra.
    - intros t _ i j T. destruct (Weights t T) as [Low High]. split; auto.
    - intros t i T. replace (value_pull _ _ _ _ _ i)
        with (vtotal tokens (fun j => vscale (seen i j) (vscale (alpha t i j) (U (y t j)))));
        [apply Flow, T|].
      apply inner_ext. intro z. unfold value_pull. rewrite !inner_vtotal_l. apply total_ext. intro j.
      simpl. rewrite inner_add_l, !inner_scale_l, inner_zero_l. ring. }
  split.
  - intros Inside.
    destruct (Main (v top) Pole (Eigen top) ltac:(reflexivity) Off Inside) as [Fast [Limit Stable]].
    split; [exact Limit|]. split.
    + intro i. destruct (Fast i) as [k [F [K H]]]. exists k. split; [exact K|].
      assert (F0 : 0 <= F).
      { specialize (H 0 ltac:(lra)). rewrite Rmult_0_r, exp_0 in H.
        assert (N := vnorm_nonneg (vsub (y 0 i) (v top))). lra. }
      exists (F + 1). split; [lra|]. intros t T. replace (-1 * k * t) with (- k * t) by ring.
      eapply Rle_trans; [apply (H t T)|]. apply Rmult_le_compat_r; [left; apply exp_pos | lra].
    + intros D D0 Close t T i. specialize (Stable D Close t i T).
      replace (M * s / (m * gamma) * size tokens ^ 2)
        with (size tokens * (size (tt :: nil) * (M * s)) / (m * gamma) * size tokens); [exact Stable|].
      unfold size at 2. simpl total. field. lra.
  - intros Opposite. apply (Main (vscale (-1) (v top))).
    + rewrite inner_scale_l, inner_scale_r, Pole. ring.
    + rewrite (adjoint_scale _ _ Sym), Eigen, !vscale_vscale. f_equal. ring.
    + intro x. rewrite inner_scale_l. ring.
    + intros p q Hp Hq. rewrite inner_scale_l in *. apply Off; lra.
    + intro i. rewrite inner_scale_l. specialize (Opposite i). lra.
Qed.
