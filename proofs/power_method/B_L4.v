(* Lemma 4: the Oja map is a layer with one head and equal weights. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Directions.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families Frechet Stability OrthonormalBasis.
From Kernel Require Import ConsensusLayer ConsensusStability ConsensusSpectrum.
Open Scope R_scope.

Definition one_head {S : inner_product_space} (V : S -> S) (_ : unit) := V.
Definition equal_weights {S : inner_product_space} {Token} (tokens : list Token) (_ : unit)
  (_ : Token -> S) (_ _ : Token) := / size tokens.
Lemma pushed {S : inner_product_space} {Token} (tokens : list Token) (V : S -> S) tau x i : linear V ->
  vadd (x i) (vscale (tau / size tokens) (V (vtotal tokens x))) =
  moved tokens (tt :: nil) (one_head V) (equal_weights tokens) tau x i.
Proof.
  intro LV. unfold moved, pooled, equal_weights, one_head. simpl. f_equal.
  rewrite (vtotal_scale tokens (/ size tokens) x), (proj2 LV). vector_sums.
Qed.

Section Oja.
Context {S : inner_product_space} {Token Mode : Type} (tokens : list Token) (modes : list Mode) (v : Mode -> S) (nu : Mode -> R)
  (first : Mode) (same : Mode -> Mode -> R) (tau : R) (V : S -> S).
Hypotheses (ET : enumerates tokens) (EM : enumerates modes) (Same : kronecker same) (Sym : adjoint V V) (Tau : 0 < tau)
  (Orth : forall a b, inner (v a) (v b) = same a b) (Eig : forall a, V (v a) = vscale (nu a) (v a)).
Definition m (x : Token -> S) i := vadd (x i) (vscale (tau / size tokens) (V (vtotal tokens (fun j => x j)))).
Definition unit_tokens (x : Token -> S) := (forall i, inner (x i) (x i) = 1) /\ forall i j, inner (x i) (x j) <= 1.
Definition defined x := forall i, sqrt (inner (m x i) (m x i)) <> 0.
Definition next x i := vscale (/ sqrt (inner (m x i) (m x i))) (m x i).
Definition oja x after := defined x /\ forall i, after i = next x i.
Definition small := (forall k, -1 * nu first <= nu k) \/ forall k, tau * (-1 * nu k - nu first) < 2.
Let heads := tt :: nil.
Let F := one_head V.
Let w := @equal_weights S Token tokens.
Let LV : linear V := adjoint_linear V V Sym.
Let LF h : linear (F h). Proof. destruct h. exact LV. Qed.
Let Ones h (x : Token -> S) i : total tokens (w h x i) = 1.
Proof.
  assert (N0 := size_positive tokens ET). unfold w, equal_weights.
  rewrite (total_ext tokens _ (fun _ => / size tokens * 1)) by (intro; ring). rewrite total_scale.
  fold (size tokens). field. lra.
Qed.
Let Smooth u h i j : differentiable_at (S := states S tokens (proj2 (proj2 ET))) (fun x => w h x i j) (consensus u).
Proof. eexists. apply (fderive_const (S := states S tokens (proj2 (proj2 ET))) (U := real_line) everywhere (/ size tokens)). Qed.
Let Matrix k mu : V k = vscale mu k -> layer_matrix heads F k = vscale mu k.
Proof. intro E. unfold layer_matrix, F, one_head. simpl. rewrite vadd_zero. exact E. Qed.
Let Eigen k : layer_matrix heads F (v k) = vscale (nu k) (v k) := Matrix (v k) (nu k) (Eig k).
Let Is x i : m x i = moved tokens heads F w tau x i := pushed tokens V tau x i LV.
Let Kind := kind_ext _ m _ Is (kind_as_said m).
Let Formula x i : next x i = several_heads tokens heads F w tau x i.
Proof. unfold several_heads, next. rewrite <- Is. reflexivity. Qed.
Let Equal (u : S) (h : unit) (i j : Token) : w h (consensus u) i j = / size tokens := eq_refl.
Section First.
Variable gap : R.
Hypotheses (Span : forall z, z = vtotal modes (fun k => vscale (inner (v k) z) (v k))) (Pos : 0 < nu first) (Gap : 0 < gap)
  (Above : forall k, gap * (1 - same k first) <= nu first - nu k).
Let Basis := basis_of_kronecker modes same v Same Orth Span.
Let Largest := first_above same nu first gap Same Gap Above.
Hypotheses (Same_signs : forall mu lam, 0 < lam -> mu < lam -> 0 <= lam + mu -> (1 + tau * mu) ^ 2 < (1 + tau * lam) ^ 2)
  (Short : forall mu lam, 0 < lam -> mu < lam -> tau * (-1 * mu - lam) < 2 -> (1 + tau * mu) ^ 2 < (1 + tau * lam) ^ 2).
Let Slower : small -> forall k, k <> first -> (1 + tau * nu k) ^ 2 < (1 + tau * nu first) ^ 2.
Proof. intros [H|H] k K; [apply Same_signs | apply Short]; auto; specialize (H k); lra. Qed.
Let Valued := fun u mu => valued_near S Token unit Mode tokens ET heads F w modes v tau LF Smooth Ones Equal Basis m Is u mu.
Lemma attracts : (small -> layers_exponentially_stable unit_tokens oja (fun _ => v first)) /\
  (small -> layers_exponentially_stable unit_tokens oja (fun _ => vscale (-1) (v first))).
Proof.
  split; intro Few; assert (Stable := fun s S1 => said_exponentially_stable _ _ _ _ (first_is_stable S Token unit Mode tokens ET heads F w _ _ modes
    v nu first tau Formula Kind LF Smooth Ones Equal EM Basis Eigen Tau Pos (Slower Few) s S1)).
  - specialize (Stable 1 ltac:(ring)). rewrite vscale_one in Stable. exact Stable.
  - exact (Stable (-1) ltac:(ring)).
Qed.
Lemma others_leave : small -> forall u, inner u u = 1 -> forall mu, V u = vscale mu u /\ ~ u = v first /\
  ~ u = vscale (-1) (v first) /\ 0 < 1 + tau * mu -> layers_unstable unit_tokens oja (fun _ => u).
Proof.
  intros Few u Unit mu [Ev [N1 [N2 Rho]]].
  exact (said_unstable _ _ _ _ (Valued u mu Unit (Matrix u mu Ev) Rho) (others_are_unstable S Token unit Mode tokens ET heads F w _ _
    modes v nu first tau Formula Kind LF Smooth Ones Equal EM Basis Eigen Tau Pos Largest
    (Slower Few) u mu Unit (Matrix u mu Ev) N1 N2 Rho)).
Qed.
Lemma beyond k : 2 < tau * (-1 * nu k - nu first) -> layers_unstable unit_tokens oja (fun _ => v first).
Proof.
  intro Big. assert (Q := first_is_unstable S Token unit Mode tokens ET heads F w _ _ modes v nu first tau Formula Kind LF Smooth
    Ones Equal EM Basis Eigen Tau Pos Largest k 1 ltac:(ring) ltac:(lra)). rewrite vscale_one in Q.
  refine (said_unstable _ _ _ _ (Valued (v first) (nu first) (proj1 Basis first) (Eigen first) _) Q).
  assert (0 < tau * nu first) by (apply Rmult_lt_0_compat; auto). lra.
Qed.
Lemma at_the_bound k : tau * (-1 * nu k - nu first) = 2 -> forall eps, 0 < eps -> exists x : nat -> Token -> S,
  (forall i, inner (x 0%nat i) (x 0%nat i) = 1) /\ (forall i j, inner (x 0%nat i) (x 0%nat j) <= 1) /\
  (forall n i, sqrt (inner (m (x n) i) (m (x n) i)) <> 0 /\ x (Datatypes.S n) i = next (x n) i) /\
  (forall i, vnorm (vsub (x 0%nat i) (v first)) <= eps) /\ ~ forall i, layers_vtend (fun n => x n i) (v first).
Proof.
  intros At eps Eps. destruct (swings_at_the_bound S Token unit Mode tokens ET heads F w _ _ modes v nu first tau Formula Kind LF
    Smooth Ones Equal Basis Eigen Tau Pos k eps ltac:(lra) Eps) as [x [Start [Step [Near Away]]]].
  exists x. split; [exact Start|]. split; [intros i j; apply Directions.below_one; apply Start|].
  split; [|split; [exact Near | exact Away]].
  intros n i. destruct (Step n i) as [Len Next]. rewrite Formula, Is. split; [fold (vnorm (moved tokens heads F w tau (x n) i)); lra | exact Next].
Qed.
End First.
End Oja.
