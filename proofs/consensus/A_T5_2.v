(* A-T5.2: the weights on the tokens up to each are those of one head, to which Causal.v applies; for
   the opposite hemisphere with -v in the place of v. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Tangent Values Eigenbasis Causal.
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
Hypothesis Moves : forall t, 0 <= t -> (forall i, inner (y t i) (y t i) = 1) -> (forall i j, inner (y t i) (y t j) <= 1) ->
  forall i, is_derive (fun s => inner (v top) (y s i)) t (total tokens (fun j => seen i j * (alpha t i j *
    (lam top * inner (v top) (y t j) - inner (v top) (y t i) * inner (U (y t i)) (y t j))))).
Hypothesis Own : forall gamma t, 0 <= t -> (forall i, inner (y t i) (y t i) = 1) -> (forall i j, inner (y t i) (y t j) <= 1) ->
  0 <= lam top -> 0 < gamma -> (forall k, gamma * (1 - same k top) <= lam top - lam k) ->
  (forall i, U (y t i) = vtotal modes (fun k => vscale (lam k * inner (v k) (y t i)) (v k))) ->
  (forall i, total modes (fun k => inner (v k) (y t i) * inner (v k) (y t i)) = inner (y t i) (y t i)) ->
  (forall i j, total modes (fun k => inner (v k) (y t i) * inner (v k) (y t j)) = inner (y t i) (y t j)) ->
  forall i, gamma * (1 - inner (v top) (y t i) ^ 2) <= lam top - inner (U (y t i)) (y t i).
Let Pole : inner (v top) (v top) = 1. Proof. rewrite Ortho. apply Same. Qed.
Let Off : across_bound (v top) U s.
Proof.
  pose proof Bounds as [_ [_ [Below Above]]]. apply (spectral_across modes same U v lam top Same Sym Eigen (proj2 Span)); auto.
  intros k _. specialize (Below k). specialize (Above k). lra.
Qed.
Let Gap t : 0 <= t -> (forall i, inner (y t i) (y t i) = 1) -> (forall i j, inner (y t i) (y t j) <= 1) ->
  forall i, gamma * (1 - inner (v top) (y t i) * inner (v top) (y t i)) <= lam top - inner (y t i) (U (y t i)).
Proof.
  intros T Un Near i. assert (Expand := parseval modes v (proj2 Span)). rewrite <- Sym.
  replace (inner (v top) (y t i) * inner (v top) (y t i)) with (inner (v top) (y t i) ^ 2) by ring.
  apply Own; auto; [apply Span | apply Bounds |]. intro j. apply inner_ext. intro z.
  rewrite Sym, (form_sum modes U v lam Sym Eigen (proj2 Span)), inner_vtotal_l. apply total_ext. intro k. rewrite inner_scale_l. ring.
Qed.
Let Main e p : e * e = 1 -> (forall x, inner p x = e * inner (v top) x) -> U p = vscale (lam top) p -> (forall i, 0 < inner p (y 0 i)) ->
  (forall i, exists k F, 0 < k /\ forall t, 0 <= t -> vnorm (vsub (y t i) p) <= F * exp (- k * t)) /\
  (forall i, vtends (fun t => y t i) p) /\
  forall D, (forall i, vnorm (vsub (y 0 i) p) <= D) -> forall t i, 0 <= t -> vnorm (vsub (y t i) p)
    <= sqrt 2 * exp (size tokens * (size (tt :: nil) * (M * s)) / (m * gamma) * size tokens) * D.
Proof.
  assert (One : enumerates (tt :: nil)).
  { split; [discriminate|]. split; [repeat constructor; intros [] | intros []; left; reflexivity]. }
  intros E Part Eigen' Inside. pose proof Span as [L0 _]. pose proof Bounds as [Weights _].
  assert (Square : forall x, inner p x * inner p x = inner (v top) x * inner (v top) x).
  { intro x. rewrite Part. replace (_ * _) with (e * e * (inner (v top) x * inner (v top) x)) by ring. rewrite E. ring. }
  assert (Pole' : inner p p = 1) by (rewrite Part, inner_sym, Part, Pole; lra).
  apply (causal_tokens_gather tokens (tt :: nil) seen (fun _ => U) p (fun _ => lam top) gamma s (fun t _ => alpha t) y m M); auto.
  - intros _ x z Hx Hz. rewrite Part in Hx, Hz. destruct (Rmult_integral _ _ Hx) as [Z|X]; [rewrite Z in E; lra|].
    destruct (Rmult_integral _ _ Hz) as [Z|Z]; [rewrite Z in E; lra|]. apply Off; auto.
  - intros t _ i j T. destruct (Weights t T) as [Low High]. split; auto.
  - intros t i T. replace (value_pull _ _ _ _ _ i) with (pull t i); [apply Flow, T|].
    apply inner_ext. intro z. unfold value_pull, pull. rewrite !inner_vtotal_l. apply total_ext. intro j.
    simpl. rewrite inner_add_l, !inner_scale_l, inner_zero_l. ring.
  - intros t T [Un Near] i. apply (is_derive_ext (fun s => e * inner (v top) (y s i))); [intro; symmetry; apply Part|].
    eapply derive_eq; [apply (derive_mult (fun _ => e) _ t _ _ (derive_const e t) (Moves t T Un Near i))|].
    unfold part_speed. rewrite Rmult_0_l, Rplus_0_l, <- total_scale. apply total_ext. intro j. simpl. rewrite !Part, Sym. ring.
  - intros t T [Un Near] _ i. assert (G := Gap t T Un Near i). assert (A := unit_inner (v top) (y t i) Pole (Un i)).
    assert (0 <= gamma * (1 - inner (v top) (y t i) * inner (v top) (y t i))); [|lra]. apply Rmult_le_pos; [lra|].
    assert (0 <= (1 - inner (v top) (y t i)) * (1 + inner (v top) (y t i))) by (apply Rmult_le_pos; lra). lra.
  - intros t T [Un Near] i. rewrite Square. simpl. rewrite Rplus_0_r. exact (Gap t T Un Near i).
Qed.
Let Toward := Main 1 (v top) (Rmult_1_l 1) (fun x => eq_sym (Rmult_1_l _)) (Eigen top).
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
  intros Opposite. apply (Main (-1) (vscale (-1) (v top))).
  - ring.
  - intro x. apply inner_scale_l.
  - rewrite (adjoint_scale _ _ Sym), Eigen, !vscale_vscale. f_equal. ring.
  - intro i. rewrite inner_scale_l. specialize (Opposite i). lra.
Qed.
End Causal.
