(* Gradient.v, Equilibria.v and OneLimit.v, of any P and U, in the words of claims. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Quantities Tangent Continuity Gradient Equilibria Schemas OneLimit.
Open Scope R_scope.

Section Climbs.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (W P P_T U U_T : S -> S)
  (y : R -> Token -> S) (d : R).
Hypothesis Flow : gradient_flow tokens (1 / sqrt d) W P U y.
Hypotheses (D : 1 <= d) (ET : enumerates tokens) (AP : adjoint P P_T) (AU : adjoint U U_T).
Hypotheses (BP : bounded_operator P) (BU : bounded_operator U) (HW : positive W) (Coe : coercive W).
Hypothesis Start : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Hypothesis Gradient : (forall x, P x = P_T x) /\ (forall x, W (U x) = P x).
Let Q : 0 < 1 / sqrt d. Proof. apply Rdiv_lt_0_compat; [lra | apply sqrt_lt_R0; lra]. Qed.
Let Sym : adjoint P P. Proof. intros x z. rewrite (proj1 Gradient z). apply AP. Qed.
Let V t := total tokens (fun i => total tokens (fun j => exp (inner (P_T (y t i)) (y t j)))) / 2.
Let products t : 0 <= t -> forall i j, inner (y t i) (W (y t j)) <= 1.
Proof.
  intros T i j. apply (unit_inner (S := weighted S W HW));
    exact (tokens_stay tokens _ W P U y ET Q HW Coe BP (proj2 Gradient) Flow Start t _ T).
Qed.
Let V_is t : V t = potential tokens P (y t).
Proof.
  unfold V, potential, score. f_equal. apply total_ext. intro i. apply total_ext. intro j.
  rewrite <- (proj1 Gradient). f_equal. apply Sym.
Qed.
Let V_same : V = fun t => potential tokens P (y t) := functional_extensionality _ _ V_is.
Let u t i := velocity tokens (1 / sqrt d) W P U (y t) i.
Lemma kept t : 0 <= t -> forall i, inner (W (y t i)) (y t i) = 1.
Proof. intros T i. rewrite inner_sym. exact (tokens_stay tokens _ W P U y ET Q HW Coe BP (proj2 Gradient) Flow Start t i T). Qed.
Lemma has_top : nondecreasing V -> has_limit V.
Proof. rewrite V_same. apply (potential_has_limit tokens _ W P U y ET Q HW Coe BP (proj2 Gradient) Flow Start). Qed.
Section Rate.
Hypothesis Rate : forall t, 0 <= t -> (forall i, inner (y t i) (W (y t i)) = 1) -> (forall i j, inner (y t i) (W (y t j)) <= 1) ->
  (forall x, P_T x = P x) -> (forall x, W (U x) = P x) -> is_derive V t (total tokens (fun k =>
    sqrt d * total tokens (fun j => exp (inner (P_T (y t k)) (y t j))) * inner (W (u t k)) (u t k))).
Let Moves t (T : 0 <= t) := Rate t T
  (fun i => eq_trans (inner_sym _ _ _) (kept t T i)) (products t T) (fun x => eq_sym (proj1 Gradient x)) (proj2 Gradient).
Lemma rises : nondecreasing V.
Proof.
  apply quantity_nondecreasing. intros t T. eexists. split; [apply (Moves t T)|]. apply total_nonneg. intro k.
  apply Rmult_le_pos; [apply Rmult_le_pos; [apply sqrt_pos | apply total_nonneg; intro; left; apply exp_pos]|].
  rewrite inner_sym. apply positive_nonneg, HW.
Qed.
Lemma slow : has_limit V -> forall i, tends (fun t => sqrt (inner (u t i) (W (u t i)))) 0.
Proof.
  intros Limit i. apply (speeds_tend_to_zero tokens _ W P U y ET Q HW Coe Sym BP (proj2 Gradient) Flow Start i).
  - intros t T. rewrite <- V_same. eapply derive_eq; [apply (Moves t T)|]. apply total_ext. intro k. unfold partition, score.
    rewrite (inner_sym _ (W _)). f_equal. rewrite (total_ext tokens (fun j => exp (inner (y t k) (P (y t j)))) (fun j => exp (inner (P_T (y t k)) (y t j)))).
    + field. apply Rgt_not_eq, sqrt_lt_R0. lra.
    + intro j. rewrite <- (proj1 Gradient), Sym. reflexivity.
  - rewrite <- V_same. exact Limit.
Qed.
Lemma slow_down i : tends (fun t => sqrt (inner (u t i) (W (u t i)))) 0.
Proof. apply slow, has_top, rises. Qed.
End Rate.
Hypothesis Slow : forall i, tends (fun t => sqrt (inner (u t i) (W (u t i)))) 0.
Let ends z := limit_points_rest tokens _ W P U U_T y ET Q HW Coe Sym BP AU BU (proj2 Gradient) Flow Start Slow z.
Lemma limit_on_it z : limit_point y z -> forall i, inner (W (z i)) (z i) = 1.
Proof. intros L i. rewrite inner_sym. exact (proj1 (ends z L i)). Qed.
Lemma near_rest : finite_dimensional S -> tends_to_set y (fun z => forall i, inner (W (z i)) (z i) = 1 /\ velocity tokens (1 / sqrt d) W P U z i = vzero).
Proof.
  intros Fin eps E. destruct (comes_near_equilibria tokens _ W P U U_T y ET Q HW Coe Sym BP AU BU (proj2 Gradient) Flow Start Slow Fin eps E)
    as [T [T0 H]]. exists T. split; [auto|]. intros t Ht F. apply (H t Ht). intros z Hz. apply F. intro i. rewrite inner_sym. apply Hz.
Qed.
Lemma one_end : finite_dimensional S -> analytic_descent -> exists z, forall i, vtends (fun t => y t i) (z i) /\
  inner (W (z i)) (z i) = 1 /\ velocity tokens (1 / sqrt d) W P U z i = vzero.
Proof.
  intros Fin Cited. destruct (one_limit tokens _ W P U U_T y ET Q HW Coe Sym BP AU BU (proj2 Gradient) Flow Start Slow Fin Cited) as [z [L H]].
  exists z. intro i. rewrite inner_sym. auto.
Qed.
End Climbs.
