(* B-G3: LeftTangents.v, whose heads pull as they are printed, and matrices that do. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Bounded Tangent Cones LeftHemisphere LeftTangents.
Open Scope R_scope.

Section Pulled.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (w v : S) (W : S -> S)
  (A : R -> Head -> Token -> Token -> R) (f : R -> Head -> Token -> S) (x : R -> Token -> S).
Definition turns kappa s z := kappa * inner w s <= inner w z /\
  inner w s * length_in W (off_along w v z) <= (inner w z - kappa * inner w s) * length_in W (off_along w v s).
Definition pulled kappa M := (forall h, 0 <= kappa h) /\ inner w v = 1 /\ forall t, 0 <= t -> forall h i, vnorm (f t h i) <= M /\
  (0 < inner w (mean tokens (A t h) (x t) i) -> turns (kappa h) (mean tokens (A t h) (x t) i) (f t h i)).
Definition within r t i := length_in W (off_along w v (x t i)) <= r * inner w (x t i).
Definition fast (say : R -> R -> R -> R -> Prop) := forall kappa M, 0 <= M -> forall rho, 0 <= rho -> forall C, 0 <= C ->
  pulled kappa M /\ (forall z, vnorm z <= C * length_in W z) /\ (forall i, within rho 0 i) ->
  forall t, 0 <= t -> say (total heads kappa) rho C t.
Definition slow rho C := (1 + C * rho) * vnorm w.
Definition first kappa rho C t i := slow rho C <> 0 /\ within (rho * exp (-1 * kappa / slow rho C * t)) t i.
Definition last kappa rho C t i := within (rho * exp (2 * C * rho * slow rho C - kappa * t)) t i.
Section Along.
Hypotheses (ET : enumerates tokens) (Unit : inner v v = 1) (PW : positive W) (Start : forall i, inner (x 0 i) (x 0 i) = 1)
  (Inside : forall i, 0 < inner w (x 0 i)) (Pos : forall t, 0 <= t -> forall h i j, 0 <= A t h i j)
  (Sum : forall t, 0 <= t -> forall h i, total tokens (A t h i) = 1)
  (Flow : forall t i, 0 <= t -> is_vderive (fun s => x s i) t (vsub (vtotal heads (fun h => f t h i))
    (vscale (inner (x t i) (vtotal heads (fun h => f t h i))) (x t i)))).
Let Rows t h (T : 0 <= t) : stochastic tokens (A t h) := conj (Pos t T h) (Sum t T h).
Let All := proj2 (proj2 ET).
Let Short kappa M (P : pulled kappa M) t h i (T : 0 <= t) := proj1 (proj2 (proj2 P) t T h i).
Let Turn kappa M (P : pulled kappa M) t h i (T : 0 <= t) := proj2 (proj2 (proj2 P) t T h i).
Let Tangent := tangents_move W v w heads f x.
Let Moves := along_moves w heads f x.
Lemma falls_at_first : Moves -> Tangent -> fast (fun kappa rho C t => (forall i, 0 < inner w (x t i)) /\ forall i, first kappa rho C t i).
Proof.
  intros Mo Ta kappa M _ rho R C C0 [P [Longer Tangents]] t T. assert (K0 := proj1 P). assert (Along := proj1 (proj2 P)).
  assert (Fall := tangents_fall W PW v w Along Unit tokens heads kappa rho C M A f x All K0 R C0 Longer Rows
    Start Inside Tangents (Short kappa M P) (Turn kappa M P) Flow Mo Ta t).
  assert (V := w_length v w Along Unit). assert (CR : 0 <= C * rho) by (apply Rmult_le_pos; assumption).
  split; intro i; [apply Fall, T|]. split; [apply Rgt_not_eq, Rmult_lt_0_compat; lra|].
  destruct (Fall i T) as [_ H]. eapply Rle_trans; [exact H|]. right. do 3 f_equal. unfold rate, slow, Rdiv. ring.
Qed.
Lemma falls_at_last : Moves -> Tangent -> fast (fun kappa rho C t => (forall i, 0 < inner w (x t i)) /\ forall i, first kappa rho C t i) ->
  fast (fun kappa rho C t => (forall i, 0 < inner w (x t i)) /\ (forall i, first kappa rho C t i) /\ forall i, last kappa rho C t i).
Proof.
  intros Mo Ta First kappa M M0 rho R C C0 H t T. destruct (First kappa M M0 rho R C C0 H t T) as [In Near].
  split; [exact In|]. split; [exact Near|]. intro i. destruct H as [P [Longer Tangents]]. assert (K0 := proj1 P). assert (Along := proj1 (proj2 P)).
  eapply Rle_trans; [apply (tangents_fall_at_last W PW v w Along Unit tokens heads kappa rho C M A f x All K0 R
    C0 Longer Rows Start Inside Tangents (Short kappa M P) (Turn kappa M P) Flow Mo Ta t i T)|].
  right. do 3 f_equal. unfold delay, slow. ring.
Qed.
Lemma gather : Moves -> Tangent -> coercive W -> forall kappa M, 0 <= M -> pulled kappa M /\ 0 < total heads kappa ->
  forall i, vtends (fun t => x t i) v.
Proof.
  intros Mo Ta CW kappa M _ [P Some] i. assert (K0 := proj1 P). assert (Along := proj1 (proj2 P)).
  destruct (longer_by_coercive W CW) as [C [C0 Longer]]. destruct (some_tangent W v w tokens (x 0) All Inside) as [rho [R Tangents]].
  assert (V := w_length v w Along Unit). assert (CR : 0 <= C * rho) by (apply Rmult_le_pos; assumption).
  apply (vtends_exp _ _ (2 * (C * rho * vnorm w)) (rate w heads kappa rho C)).
  - apply Rdiv_lt_0_compat; [exact Some | apply Rmult_lt_0_compat; lra].
  - intros t T. exact (tokens_near_v W PW v w Along Unit tokens heads kappa rho C M A f x All K0 R C0 Longer Rows
      Start Inside Tangents (Short kappa M P) (Turn kappa M P) Flow Mo Ta t i T).
Qed.
End Along.
Lemma matrices_turn F : (forall (F FT : S -> S) (lam : R) (z : S) (t : R), 0 <= t -> adjoint F FT -> F v = vscale lam v ->
    inner w (F z) = lam * inner w z -> F (off_along w v z) = vsub (F z) (vscale (lam * inner w z) v)) -> (exists T, adjoint F T) -> forall lam mu, 0 <= mu ->
  inner w v = 1 /\ F v = vscale lam v /\ mu <= lam /\ (forall z, inner w (F z) = lam * inner w z /\
    (inner w z = 0 -> length_in W (F z) <= mu * length_in W z)) ->
  forall z, 0 < inner w z -> turns (lam - mu) z (F z).
Proof.
  intros Rest [F' Adj] lam mu Mu [Along [Fv [_ Left]]] z Z. destruct (Left z) as [Wz _].
  assert (Off : off_along w v (F z) = F (off_along w v z)) by
    (rewrite (Rest F F' lam z 0 (Rle_refl 0) Adj Fv Wz), <- Wz; reflexivity).
  unfold turns. rewrite Off, Wz. split.
  - assert (0 <= mu * inner w z) by (apply Rmult_le_pos; lra). lra.
  - eapply Rle_trans; [apply Rmult_le_compat_l; [left; exact Z | exact (proj2 (Left _) (off_across v w Along z))]|].
    right. ring.
Qed.
End Pulled.
