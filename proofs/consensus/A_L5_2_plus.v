(* A-L5.2+: Oja.v says it, once the gap between the eigenvalues is one between forms. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Tangent Attracted Oja Eigenbasis.
From Claimed Require Import A_L5_2_plus.
Open Scope R_scope.

Theorem proof : A_L5_2_plus.
Proof.
  intros Space Mode modes U w v y top gamma lam same _ EM Sym Same Bounded Ortho Eigen Gpos Gap Start _ Flow.
  assert (Pole : inner (v top) (v top) = 1) by (rewrite Ortho; apply Same).
  split; [intros x X; apply oja_equilibria, X|].
  intros m Mpos M _ [Weights Span].
  assert (Wt : forall t, 0 <= t -> m <= w t <= M) by exact Weights.
  assert (Unit := oja_unit U y w m M Bounded Mpos Wt Flow Start).
  assert (Form := spectral_gap modes same U v lam top EM Same Sym Eigen Span gamma Gap).
  assert (Far : forall t, 0 <= t ->
    gamma * (1 - inner (v top) (y t) * inner (v top) (y t)) <= lam top - inner (y t) (U (y t))).
  { intros t T. specialize (Form (y t)). rewrite (Unit t T) in Form. lra. }
  destruct (top_eigenvector_attracts Space U (v top) (lam top) gamma y w m M Sym Bounded Pole (Eigen top)
    Gpos Mpos Wt Flow Start Far) as [Above [Domain [Opposite [Across [_ Others]]]]].
  split; [exact Domain|]. split; [exact Opposite|]. split; [exact Across|]. split; [|split; [|split]].
  - intros P s t H. apply (oja_rises U (v top) (lam top) gamma y w m M); auto.
  - intros P s t H. cbv beta. rewrite <- !inner_scale_l.
    apply (oja_rises U (vscale (-1) (v top)) (lam top) gamma y w m M); auto.
    + rewrite inner_scale_l, inner_scale_r, Pole. ring.
    + rewrite (adjoint_scale _ _ Sym), Eigen, !vscale_vscale. f_equal. ring.
    + intros r R. specialize (Far r R). rewrite inner_scale_l.
      replace (-1 * inner (v top) (y r) * (-1 * inner (v top) (y r)))
        with (inner (v top) (y r) * inner (v top) (y r)) by ring. exact Far.
    + rewrite inner_scale_l. lra.
  - intros c C E t T. rewrite <- E in *. destruct (Above C) as [H _]. specialize (H t T).
    set (b := inner (v top) (y 0)) in *. set (d := vnorm (vsub (y t) (v top))).
    change ((d ^ 2) <= (1 - b ^ 2) / b ^ 2 * exp (-2 * m * gamma * t)).
    replace (d ^ 2) with (d * d) by ring. unfold d. rewrite unit_distance, (inner_sym _ (y t)) by auto.
    replace ((1 - b ^ 2) / b ^ 2) with ((1 - b * b) / (b * b)) by (field; lra).
    replace (-2 * m * gamma * t) with (- (2 * (m * gamma)) * t) by ring. exact H.
  - intros mu x X [Other [Ex L]]. apply (Others mu Other). intros eps E.
    destruct (L eps E) as [T [T0 H]]. exists T. split; [exact T0|]. intros t Ht. exists x. split; [exact Ex|].
    specialize (H t Ht). rewrite Rminus_0_r, Rabs_right in H by apply Rle_ge, vnorm_nonneg. exact H.
Qed.
