(* A-T5.2: the weights on the tokens up to each are those of one head, to which Causal.v applies; for
   the opposite hemisphere with -v in the place of v. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Tangent Values Eigenbasis Causal.
Open Scope R_scope.

Section Causal.
Context {S : inner_product_space} {Token Mode : Type} (tokens : list Token) (modes : list Mode) (lam : Mode -> R) (top : Mode)
  (v : Mode -> S) (alpha : R -> Token -> Token -> R) (same : Mode -> Mode -> R) (y : R -> Token -> S) (seen : Token -> Token -> R)
  (U : S -> S) (m M gamma s : R).
Let pull t i := vtotal tokens (fun j => vscale (seen i j) (vscale (alpha t i j) (U (y t j)))).
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => y s i) t (vsub (pull t i) (vscale (inner (y t i) (pull t i)) (y t i))).
Hypothesis Bounds : (forall t, 0 <= t -> (forall i j, m <= alpha t i j) /\ (forall i j, alpha t i j <= M)) /\
  (forall k, gamma * (1 - same k top) <= lam top - lam k) /\ (forall k, lam k <= s) /\ (forall k, -1 * s <= lam k).
Hypothesis Span : 0 <= lam top /\ forall x, x = vtotal modes (fun k => vscale (inner (v k) x) (v k)).
Hypotheses (Ortho : forall a c, inner (v a) (v c) = same a c) (Same : kronecker same) (ET : enumerates tokens) (EM : enumerates modes)
  (Seen : indicator seen) (Itself : forall i, seen i i = 1) (Sym : adjoint U U) (Order : ordered seen) (Bounded : bounded_operator U)
  (Eigen : forall a, U (v a) = vscale (lam a) (v a)) (Unit : forall i, inner (y 0 i) (y 0 i) = 1) (Mpos : 0 < m) (Gpos : 0 < gamma) (S0 : 0 <= s).
Let Pole : inner (v top) (v top) = 1. Proof. rewrite Ortho. apply Same. Qed.
Let Form := spectral_gap modes same U v lam top EM Same Sym Eigen (proj2 Span) gamma (proj1 (proj2 Bounds)).
Let Off : across_bound (v top) U s.
Proof.
  pose proof Bounds as [_ [_ [Below Above]]]. apply (spectral_across modes same U v lam top Same Sym Eigen (proj2 Span)); auto.
  intros k _. specialize (Below k). specialize (Above k). lra.
Qed.
Let Main p : inner p p = 1 -> U p = vscale (lam top) p -> (forall x, inner p x * inner p x = inner (v top) x * inner (v top) x) ->
  across_bound p U s -> (forall i, 0 < inner p (y 0 i)) ->
  (forall i, exists k F, 0 < k /\ forall t, 0 <= t -> vnorm (vsub (y t i) p) <= F * exp (- k * t)) /\
  (forall i, vtends (fun t => y t i) p) /\
  forall D, (forall i, vnorm (vsub (y 0 i) p) <= D) -> forall t i, 0 <= t -> vnorm (vsub (y t i) p)
    <= sqrt 2 * exp (size tokens * (size (tt :: nil) * (M * s)) / (m * gamma) * size tokens) * D.
Proof.
  assert (One : enumerates (tt :: nil)).
  { split; [discriminate|]. split; [repeat constructor; intros [] | intros []; left; reflexivity]. }
  assert (Top : forall x, inner x (U x) <= lam top * inner x x).
  { intro x. assert (F := Form x). assert (C := cauchy_schwarz (v top) x). rewrite Pole, Rmult_1_l in C.
    assert (0 <= gamma * (inner x x - inner (v top) x * inner (v top) x)) by (apply Rmult_le_pos; lra). lra. }
  intros Pole' Eigen' Squares Off' Inside. pose proof Span as [L0 _]. pose proof Bounds as [Weights _].
  apply (causal_tokens_gather tokens (tt :: nil) seen (fun _ => U) p (fun _ => lam top) gamma s (fun t _ => alpha t) y m M); auto.
  - intro x. rewrite Squares. assert (F := Form x). simpl. lra.
  - intros t _ i j T. destruct (Weights t T) as [Low High]. split; auto.
  - intros t i T. replace (value_pull _ _ _ _ _ i) with (pull t i); [apply Flow, T|].
    apply inner_ext. intro z. unfold value_pull, pull. rewrite !inner_vtotal_l. apply total_ext. intro j.
    simpl. rewrite inner_add_l, !inner_scale_l, inner_zero_l. ring.
Qed.
Let Toward := Main (v top) Pole (Eigen top) (fun x => eq_refl) Off.
Lemma toward : (forall i, 0 < inner (v top) (y 0 i)) -> forall i, vtends (fun t => y t i) (v top).
Proof. apply Toward. Qed.
Lemma fast : (forall i, 0 < inner (v top) (y 0 i)) -> forall i, exists c, 0 < c /\ exists C, 0 < C /\
  forall t, 0 <= t -> sqrt (inner (vsub (y t i) (v top)) (vsub (y t i) (v top))) <= C * exp (-1 * c * t).
Proof.
  intros Inside i. destruct (proj1 (Toward Inside) i) as [k [F [K H]]]. exists k. split; [exact K|].
  assert (F0 : 0 <= F).
  { specialize (H 0 ltac:(lra)). rewrite Rmult_0_r, exp_0 in H. assert (N := vnorm_nonneg (vsub (y 0 i) (v top))). lra. }
  exists (F + 1). split; [lra|]. intros t T. replace (-1 * k * t) with (- k * t) by ring.
  eapply Rle_trans; [apply (H t T)|]. apply Rmult_le_compat_r; [left; apply exp_pos | lra].
Qed.
Lemma close : (forall i, 0 < inner (v top) (y 0 i)) -> forall D, 0 <= D -> (forall i, vnorm (vsub (y 0 i) (v top)) <= D) ->
  forall t, 0 <= t -> forall i, vnorm (vsub (y t i) (v top)) <= sqrt 2 * exp (M * s / (m * gamma) * size tokens ^ 2) * D.
Proof.
  intros Inside D D0 Close t T i. assert (Stable := proj2 (proj2 (Toward Inside)) D Close t i T).
  replace (M * s / (m * gamma) * size tokens ^ 2)
    with (size tokens * (size (tt :: nil) * (M * s)) / (m * gamma) * size tokens); [exact Stable|].
  unfold size at 2. simpl total. field. lra.
Qed.
Lemma opposite : (forall i, inner (v top) (y 0 i) < 0) -> forall i, vtends (fun t => y t i) (vscale (-1) (v top)).
Proof.
  intros Opposite. apply (Main (vscale (-1) (v top))).
  - rewrite inner_scale_l, inner_scale_r, Pole. ring.
  - rewrite (adjoint_scale _ _ Sym), Eigen, !vscale_vscale. f_equal. ring.
  - intro x. rewrite inner_scale_l. ring.
  - intros p q Hp Hq. rewrite inner_scale_l in *. apply Off; lra.
  - intro i. rewrite inner_scale_l. specialize (Opposite i). lra.
Qed.
End Causal.
