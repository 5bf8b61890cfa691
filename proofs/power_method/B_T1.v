(* Theorem 1: heads that are given by what they do to an orthonormal basis are linear maps. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families Frechet Stability OrthonormalBasis.
From Kernel Require Import ConsensusLayer ConsensusStability ConsensusSpectrum SoftmaxHeads.
From Claimed Require Import B_T1.
Open Scope R_scope.

Theorem proof : B_T1.
Proof.
  intros S Token tokens Head heads Mode modes e f mu first same tau p _ ET EH EM Same Tau Orth
    [Span [Eigen [[Pos [gap [Gap Above]]] Few]]].
  assert (Basis := basis_of_kronecker modes same e Same Orth Span).
  assert (Largest := first_above same mu first gap Same Gap Above).
  set (F := applied modes e f). set (P := applied modes e p).
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
  set (m := written tokens P heads F tau).
  assert (Is : forall x i, m x i = moved tokens heads F w tau x i) by (exact (written_is_moved tokens P heads F tau)).
  assert (Kind := kind_ext _ m _ Is (kind_as_said m)).
  assert (Formula := written_is_layer tokens P heads F tau). fold m w in Formula.
  assert (Step := small_step mu first tau Tau Few).
  assert (Stable := fun s S1 => said_exponentially_stable _ _ _ _ (first_is_stable S Token Head Mode tokens ET heads F w
    _ _ modes e mu first tau Formula Kind LF Smooth Ones Equal EM Basis Eigen Tau Pos Largest Step s S1)).
  split; [|split].
  - specialize (Stable 1 ltac:(ring)). rewrite vscale_one in Stable. exact Stable.
  - exact (Stable (-1) ltac:(ring)).
  - intros u Unit kappa [Ev [N1 [N2 Rho]]].
    exact (said_unstable _ _ _ _ (valued_near S Token Head Mode tokens ET heads F w modes e tau LF Smooth Ones Equal
      Basis m Is u kappa Unit Ev Rho) (others_are_unstable S Token Head Mode tokens ET heads F w _ _ modes e mu first
      tau Formula Kind LF Smooth Ones Equal EM Basis Eigen Tau Pos Largest Step u kappa Unit Ev N1 N2 Rho)).
Qed.
