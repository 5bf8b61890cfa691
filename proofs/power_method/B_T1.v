(* Theorem 1: heads that are given by what they do to an orthonormal basis are linear maps. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families Frechet Stability OrthonormalBasis.
From Kernel Require Import ConsensusLayer ConsensusStability ConsensusSpectrum SoftmaxHeads.
Open Scope R_scope.

Section Heads.
Context {S : inner_product_space} {Token Head Mode : Type} (tokens : list Token) (heads : list Head) (modes : list Mode)
  (e : Mode -> S) (f p : Head -> Mode -> S) (mu : Mode -> R) (first : Mode) (same : Mode -> Mode -> R) (tau : R).
Let F := applied modes e f.
Let P := applied modes e p.
Definition before := written tokens P heads F tau.
Definition units (x : Token -> S) := (forall i, inner (x i) (x i) = 1) /\ forall i j, inner (x i) (x j) <= 1.
Definition steps (x after : Token -> S) := (forall i, vnorm (before x i) <> 0) /\
  forall i, after i = vscale (/ vnorm (before x i)) (before x i).
Hypotheses (Span : forall z, z = vtotal modes (fun k => vscale (inner (e k) z) (e k)))
  (Eigen : forall k, vtotal heads (fun a => F a (e k)) = vscale (mu k) (e k)) (Pos : 0 < mu first) (gap : R)
  (Above : forall k, gap * (1 - same k first) <= mu first - mu k) (Gap : 0 < gap)
  (Few : (forall k, -1 * mu first <= mu k) \/ forall k, tau * (-1 * mu k - mu first) < 2)
  (ET : enumerates tokens) (EM : enumerates modes) (Same : kronecker same) (Tau : 0 < tau)
  (Orth : forall a b, inner (e a) (e b) = same a b)
  (Slower : forall lam l, 0 < lam -> l < lam -> tau * (-1 * l - lam) < 2 -> (1 + tau * l) ^ 2 < (1 + tau * lam) ^ 2).
Lemma consensus_at : (forall s, s * s = 1 -> layers_exponentially_stable units steps (fun _ => vscale s (e first))) /\
  forall u, inner u u = 1 -> forall kappa, vtotal heads (fun a => F a u) = vscale kappa u /\ u <> e first /\ u <> vscale (-1) (e first) /\
    0 < 1 + tau * kappa -> layers_unstable units steps (fun _ => u).
Proof.
  assert (Basis := basis_of_kronecker modes same e Same Orth Span).
  assert (Largest := first_above same mu first gap Same Gap Above).
  assert (LF : forall h, linear (F h)) by (intro h; apply (by_columns_linear modes e (f h))).
  assert (LP : forall h, linear (P h)) by (intro h; apply (by_columns_linear modes e (p h))).
  assert (BP : forall h, bounded (P h)) by (intro h; exact (linear_is_bounded modes e Basis (P h) (LP h))).
  set (w := softmax_weights tokens P).
  assert (Smooth : forall u h i j, differentiable_at (S := states S tokens (proj2 (proj2 ET)))
    (fun x => w h x i j) (consensus u)) by
    (intros u h i j; apply (softmax_weights_smooth tokens P ET u h i j (LP h) (BP h))).
  assert (Ones : forall h (x : Token -> S) i, total tokens (w h x i) = 1) by
    (exact (softmax_weights_total tokens P ET)).
  assert (Equal : forall u h i j, w h (consensus u) i j = / size tokens) by
    (exact (softmax_weights_equal tokens P ET)).
  set (m := before).
  assert (Is : forall x i, m x i = moved tokens heads F w tau x i) by (exact (written_is_moved tokens P heads F tau)).
  assert (Kind := kind_ext _ m _ Is (kind_as_said m)).
  assert (Formula := written_is_layer tokens P heads F tau). fold m w in Formula.
  assert (Step : forall k, k <> first -> (1 + tau * mu k) ^ 2 < (1 + tau * mu first) ^ 2).
  { intros k K. apply Slower; auto. destruct Few as [L|L]; specialize (L k); [|lra].
    assert (0 <= tau * (mu first + mu k)) by (apply Rmult_le_pos; lra). lra. }
  assert (Stable := fun s S1 => said_exponentially_stable _ _ _ _ (first_is_stable S Token Head Mode tokens ET heads F w
    _ _ modes e mu first tau Formula Kind LF Smooth Ones Equal EM Basis Eigen Tau Pos Step s S1)).
  split.
  - exact Stable.
  - intros u Unit kappa [Ev [N1 [N2 Rho]]].
    exact (said_unstable _ _ _ _ (valued_near S Token Head Mode tokens ET heads F w modes e tau LF Smooth Ones Equal
      Basis m Is u kappa Unit Ev Rho) (others_are_unstable S Token Head Mode tokens ET heads F w _ _ modes e mu first
      tau Formula Kind LF Smooth Ones Equal EM Basis Eigen Tau Pos Largest Step u kappa Unit Ev N1 N2 Rho)).
Qed.
Lemma attracts : layers_exponentially_stable units steps (fun _ => e first).
Proof. rewrite <- (vscale_one S (e first)). apply consensus_at. ring. Qed.
Lemma attracts_opposite : layers_exponentially_stable units steps (fun _ => vscale (-1) (e first)).
Proof. apply consensus_at. ring. Qed.
Lemma repels : forall u, inner u u = 1 -> forall kappa, vtotal heads (fun a => F a u) = vscale kappa u /\ u <> e first /\ u <> vscale (-1) (e first) /\
    0 < 1 + tau * kappa -> layers_unstable units steps (fun _ => u).
Proof. exact (proj2 consensus_at). Qed.
End Heads.
