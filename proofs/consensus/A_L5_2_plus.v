(* A-L5.2+: Oja.v says it, once the gap between the eigenvalues is one between forms. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Tangent Attracted Oja Eigenbasis.
Open Scope R_scope.

Section Dominant.
Context {S : inner_product_space} {Mode : Type} (modes : list Mode) (U : S -> S) (w : R -> R) (v : Mode -> S) (y : R -> S)
  (top : Mode) (gamma m M : R) (lam : Mode -> R) (same : Mode -> Mode -> R).
Hypothesis Flow : forall t, 0 <= t -> is_vderive y t (vscale (w t) (vsub (U (y t)) (vscale (inner (y t) (U (y t))) (y t)))).
Hypothesis Ortho : forall a c, inner (v a) (v c) = same a c.
Hypothesis Gap : forall k, gamma * (1 - same k top) <= lam top - lam k.
Hypothesis Weights : (forall t, 0 <= t -> m <= w t /\ w t <= M) /\ forall x, x = vtotal modes (fun k => vscale (inner (v k) x) (v k)).
Hypotheses (EM : enumerates modes) (Sym : adjoint U U) (Same : kronecker same) (Bounded : bounded_operator U) (Mpos : 0 < m)
  (Eigen : forall a, U (v a) = vscale (lam a) (v a)) (Gpos : 0 < gamma) (Start : inner (y 0) (y 0) = 1).
Let b t := inner (v top) (y t).
Let Pole : inner (v top) (v top) = 1. Proof. rewrite Ortho. apply Same. Qed.
Let Unit := oja_unit U y w m M Bounded Mpos (proj1 Weights) Flow Start.
Let Far t : 0 <= t -> gamma * (1 - b t * b t) <= lam top - inner (y t) (U (y t)).
Proof.
  intros T. assert (Form := spectral_gap modes same U v lam top EM Same Sym Eigen (proj2 Weights) gamma Gap (y t)).
  rewrite (Unit t T) in Form. unfold b. lra.
Qed.
Let All := top_eigenvector_attracts S U (v top) (lam top) gamma y w m M Sym Bounded Pole (Eigen top) Gpos Mpos (proj1 Weights) Flow Start Far.
Lemma rises : 0 < b 0 -> nondecreasing b.
Proof. intros P s t H. apply (oja_rises U (v top) (lam top) gamma y w m M); auto. apply Weights. Qed.
Lemma falls : b 0 < 0 -> nondecreasing (fun t => -1 * b t).
Proof.
  intros P s t H. unfold b in *. rewrite <- !inner_scale_l.
  apply (oja_rises U (vscale (-1) (v top)) (lam top) gamma y w m M); auto; try apply Weights.
  - rewrite inner_scale_l, inner_scale_r, Pole. ring.
  - rewrite (adjoint_scale _ _ Sym), Eigen, !vscale_vscale. f_equal. ring.
  - intros r T. assert (F := Far r T). rewrite inner_scale_l. unfold b in F. lra.
  - rewrite inner_scale_l. lra.
Qed.
Lemma across : b 0 = 0 -> forall t, 0 <= t -> b t = 0.
Proof. apply All. Qed.
Lemma fast c : 0 < c -> b 0 = c -> forall t, 0 <= t ->
  sqrt (inner (vsub (y t) (v top)) (vsub (y t) (v top))) ^ 2 <= (1 - c ^ 2) / c ^ 2 * exp (-2 * m * gamma * t).
Proof.
  intros C E t T. rewrite <- E in *. destruct (proj1 All C) as [H _]. specialize (H t T). fold (vnorm (vsub (y t) (v top))).
  replace (vnorm _ ^ 2) with (vnorm (vsub (y t) (v top)) * vnorm (vsub (y t) (v top))) by ring.
  rewrite unit_distance, (inner_sym _ (y t)) by auto.
  replace ((1 - b 0 ^ 2) / b 0 ^ 2) with ((1 - b 0 * b 0) / (b 0 * b 0)) by (field; lra).
  replace (-2 * m * gamma * t) with (- (2 * (m * gamma)) * t) by ring. exact H.
Qed.
Lemma domain : vtends y (v top) <-> 0 < b 0.
Proof. apply All. Qed.
Lemma opposite : vtends y (vscale (-1) (v top)) <-> b 0 < 0.
Proof. apply All. Qed.
Lemma others mu x : mu <> lam top /\ U x = vscale mu x /\ vtends y x -> b 0 = 0.
Proof.
  intros [Other [Ex L]]. apply (proj2 (proj2 (proj2 (proj2 (proj2 All)))) mu Other). intros eps E.
  destruct (L eps E) as [T [T0 H]]. exists T. split; [exact T0|]. intros t Ht. exists x. split; [exact Ex|].
  specialize (H t Ht). rewrite Rminus_0_r, Rabs_right in H by apply Rle_ge, vnorm_nonneg. exact H.
Qed.
End Dominant.
