(* D.4.2: self-attention with one head; sign patterns are at rest if the step times the norm is below 1. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Directions.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families Drawn Frechet Stability OrthonormalBasis.
From Kernel Require Import ConsensusLayer ConsensusStability ConsensusSpectrum SoftmaxHeads.
Open Scope R_scope.

(* A mean of signs is between -1 and 1. *)
Lemma mean_of_signs {Token} (tokens : list Token) (w c : Token -> R) : (forall j, 0 <= w j) ->
  total tokens w = 1 -> (forall j, c j = 1 \/ c j = -1) -> Rabs (total tokens (fun j => w j * c j)) <= 1.
Proof.
  intros W One C. rewrite <- One. apply total_abs_le. intro j. rewrite Rabs_mult, (Rabs_right (w j)) by
    (apply Rle_ge, W). replace (Rabs (c j)) with 1; [lra|]. destruct (C j) as [->| ->]; symmetry.
  - apply Rabs_R1.
  - rewrite Rabs_left; lra.
Qed.
(* A token at c u, with a sign c, that is drawn to m u for |m| <= 1 keeps its place. *)
Lemma pattern_rests {S : inner_product_space} (u : S) c m tau mu kappa : inner u u = 1 -> (c = 1 \/ c = -1) ->
  Rabs m <= 1 -> 0 < tau -> tau * kappa < 1 -> Rabs mu <= kappa ->
  (forall l m, -1 <= m -> m <= 1 -> tau * l < 1 -> -1 < tau * l -> 0 < 1 + tau * l * m) ->
  let y := vadd (vscale c u) (vscale tau (vscale (m * mu) u)) in
  sqrt (inner y y) <> 0 /\ vscale (/ sqrt (inner y y)) y = vscale c u.
Proof.
  intros Unit Sign M Tau Small Mu Long y. apply Rcomplements.Rabs_le_between in M, Mu.
  assert (tau * mu <= tau * kappa /\ tau * - kappa <= tau * mu) by (split; apply Rmult_le_compat_l; lra).
  set (r := 1 + tau * (m * mu) * c).
  assert (R0 : 0 < r) by (unfold r; replace (tau * (m * mu) * c) with (tau * mu * (m * c)) by ring;
    apply Long; destruct Sign as [->| ->]; lra).
  assert (E : y = vscale (r * c) u).
  { unfold y, r. apply inner_ext. intro q. repeat (rewrite inner_add_l || rewrite inner_scale_l).
    destruct Sign as [->| ->]; ring. }
  assert (N : sqrt (inner y y) = r).
  { rewrite E, inner_scale_l, inner_scale_r, Unit.
    replace (r * c * (r * c * 1)) with (r * r) by (destruct Sign as [->| ->]; ring).
    apply sqrt_square. lra. }
  rewrite N. split; [lra|]. rewrite E, vscale_vscale. f_equal. field. lra.
Qed.

Section OneHead.
Context {S : inner_product_space} {Token Mode : Type} (tokens : list Token) (modes : list Mode) (e : Mode -> S) (nu : Mode -> R)
  (first : Mode) (same : Mode -> Mode -> R) (tau : R) (P P_T V : S -> S).
Hypotheses (ET : enumerates tokens) (AP : adjoint P P_T) (Sym : adjoint V V) (BP : bounded_operator P) (Tau : 0 < tau).
Let LV : linear V := adjoint_linear V V Sym.
Definition m (x : Token -> S) i := vadd (x i) (vscale tau (V (vtotal tokens (fun j =>
  vscale (exp (inner (x i) (P (x j))) / total tokens (fun k => exp (inner (x i) (P (x k))))) (x j))))).
Definition next x i := vscale (/ sqrt (inner (m x i) (m x i))) (m x i).
Section First.
Hypotheses (EM : enumerates modes) (Same : kronecker same) (Orth : forall a b, inner (e a) (e b) = same a b)
  (Eig : forall a, V (e a) = vscale (nu a) (e a)).
Definition unit_tokens (x : Token -> S) := (forall i, inner (x i) (x i) = 1) /\ forall i j, inner (x i) (x j) <= 1.
Definition layer x after := (forall i, sqrt (inner (m x i) (m x i)) <> 0) /\ forall i, after i = next x i.
Definition first_one := (forall z, z = vtotal modes (fun k => vscale (inner (e k) z) (e k))) /\ 0 < nu first /\
  exists gap, 0 < gap /\ forall k, gap * (1 - same k first) <= nu first - nu k.
Let heads := tt :: nil.
Let F (_ : unit) := V.
Let w := @softmax_weights S Token unit tokens (fun _ => P).
Let LF (h : unit) : linear (F h) := LV.
Let Smooth u h i j : differentiable_at (S := states S tokens (proj2 (proj2 ET))) (fun x => w h x i j) (consensus u) :=
  softmax_weights_smooth tokens (fun _ : unit => P) ET u h i j (adjoint_linear P P_T AP) BP.
Let Ones := softmax_weights_total tokens (fun _ : unit => P) ET.
Let Equal := softmax_weights_equal tokens (fun _ : unit => P) ET.
Let Eigen k : layer_matrix heads F (e k) = vscale (nu k) (e k).
Proof. unfold layer_matrix, F. simpl. rewrite vadd_zero. apply Eig. Qed.
Let Is x i : m x i = moved tokens heads F w tau x i.
Proof. unfold moved, F. simpl. rewrite vadd_zero. reflexivity. Qed.
Let Kind := kind_ext _ m _ Is (kind_as_said m).
Let Formula x i : next x i = several_heads tokens heads F w tau x i.
Proof. unfold several_heads, next. rewrite <- Is. reflexivity. Qed.
Let Basis (H : first_one) := basis_of_kronecker modes same e Same Orth (proj1 H).
Let Pos (H : first_one) := proj1 (proj2 H).
Let Largest (H : first_one) k : k <> first -> nu k < nu first.
Proof. destruct H as [_ [_ [gap [Gap Above]]]]. exact (first_above same nu first gap Same Gap Above k). Qed.
Lemma below : (forall l d k, 0 < l -> d <= k -> k < l -> tau * (-1 * d - l) < 2 -> (1 + tau * k) ^ 2 < (1 + tau * l) ^ 2) ->
  (forall l d, 0 < l -> 0 <= l + d -> tau * (-1 * d - l) < 2) ->
  first_one -> (forall k, -1 * nu first <= nu k) \/ (forall k, tau * (-1 * nu k - nu first) < 2) ->
  layers_exponentially_stable unit_tokens layer (fun _ => e first).
Proof.
  intros Enough Void H Few.
  assert (Slower : forall k, k <> first -> (1 + tau * nu k) ^ 2 < (1 + tau * nu first) ^ 2).
  { intros k K. apply (Enough _ (nu k)); [apply H | lra | apply (Largest H k K)|]. destruct Few as [L|L]; [|apply L].
    apply Void; [apply H | specialize (L k); lra]. }
  assert (Q := first_is_stable S Token unit Mode tokens ET heads F w _ _ modes e nu first tau Formula Kind LF Smooth
    Ones Equal EM (Basis H) Eigen Tau (Pos H) Slower 1 ltac:(ring)).
  rewrite vscale_one in Q. exact (said_exponentially_stable _ _ _ _ Q).
Qed.
Lemma beyond : first_one -> forall k, 2 < tau * (-1 * nu k - nu first) -> layers_unstable unit_tokens layer (fun _ => e first).
Proof.
  intros H k Big. assert (Q := first_is_unstable S Token unit Mode tokens ET heads F w _ _ modes e nu first tau Formula Kind LF Smooth
    Ones Equal EM (Basis H) Eigen Tau (Pos H) (Largest H) k 1 ltac:(ring) ltac:(lra)).
  rewrite vscale_one in Q. refine (said_unstable _ _ _ _ (valued_near S Token unit Mode tokens ET heads F
    w modes e tau LF Smooth Ones Equal (Basis H) m Is (e first) (nu first) (proj1 (Basis H) first) (Eigen first) _) Q).
  assert (0 < tau * nu first) by (apply Rmult_lt_0_compat; [exact Tau | exact (Pos H)]). lra.
Qed.
Lemma at_the_bound : first_one -> forall k, tau * (-1 * nu k - nu first) = 2 -> forall eps, 0 < eps -> exists x : nat -> Token -> S,
  (forall i, inner (x 0%nat i) (x 0%nat i) = 1) /\ (forall i j, inner (x 0%nat i) (x 0%nat j) <= 1) /\
  (forall n i, sqrt (inner (m (x n) i) (m (x n) i)) <> 0 /\ x (Datatypes.S n) i = next (x n) i) /\
  (forall i, vnorm (vsub (x 0%nat i) (e first)) <= eps) /\ ~ forall i, layers_vtend (fun n => x n i) (e first).
Proof.
  intros H k At eps Eps. destruct (swings_at_the_bound S Token unit Mode tokens ET heads F w _ _ modes e nu first tau Formula Kind LF
    Smooth Ones Equal (Basis H) Eigen Tau (Pos H) k eps ltac:(lra) Eps) as [x [Start [Step [Near Away]]]].
  exists x. split; [exact Start|]. split; [intros i j; apply Directions.below_one; apply Start|].
  split; [|split; [exact Near | exact Away]].
  intros n i. destruct (Step n i) as [Len Next]. rewrite Formula, Is. split; [fold (vnorm (moved tokens heads F w tau (x n) i)); lra | exact Next].
Qed.
End First.
Lemma patterns kappa : (forall l m, -1 <= m -> m <= 1 -> tau * l < 1 -> -1 < tau * l -> 0 < 1 + tau * l * m) -> 0 <= kappa -> tau * kappa < 1 /\ (forall a, vnorm (V a) <= kappa * vnorm a) -> forall u, inner u u = 1 ->
  forall mu, V u = vscale mu u -> forall c : Token -> R, (forall i, c i = 1 \/ c i = -1) -> let x j := vscale (c j) u in
  forall i, sqrt (inner (m x i) (m x i)) <> 0 /\ next x i = x i.
Proof.
  intros Long K [Small Norm] u Unit mu Ev c Signs x i. unfold next, m.
  set (w := softmax_of tokens (fun i j => inner (x i) (P (x j))) i).
  assert (W0 : forall j, 0 <= w j).
  { intro j. unfold w, softmax_of. apply Rmult_le_pos; [left; apply exp_pos|]. left.
    apply Rinv_0_lt_compat, (total_positive tokens); [exact ET | intro; apply exp_pos]. }
  assert (One : total tokens w = 1) by (apply softmax_total; exact ET).
  assert (M := mean_of_signs tokens w c W0 One Signs).
  assert (Mu : Rabs mu <= kappa).
  { specialize (Norm u). change (vnorm (V u) <= kappa * vnorm u) in Norm.
    rewrite Ev, vnorm_scale in Norm. replace (vnorm u) with 1 in Norm; [lra|].
    unfold vnorm. rewrite Unit. symmetry. apply sqrt_1. }
  assert (Pull : V (vtotal tokens (fun j => vscale (w j) (x j))) =
    vscale (total tokens (fun j => w j * c j) * mu) u).
  { replace (vtotal tokens (fun j => vscale (w j) (x j))) with (vscale (total tokens (fun j => w j * c j)) u).
    - rewrite (proj2 LV), Ev, vscale_vscale. reflexivity.
    - apply inner_ext. intro q. rewrite inner_vtotal_l, inner_scale_l, <- total_scale_r. apply total_ext.
      intro j. unfold x. rewrite !inner_scale_l. ring. }
  change (sqrt (inner (vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (w j) (x j))))))
      (vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (w j) (x j))))))) <> 0 /\
    vscale (/ sqrt (inner (vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (w j) (x j))))))
      (vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (w j) (x j))))))))
      (vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (w j) (x j)))))) = vscale (c i) u).
  rewrite Pull. apply (pattern_rests u (c i) _ tau mu kappa); auto.
Qed.
End OneHead.
