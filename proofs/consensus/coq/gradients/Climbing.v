(* Gradient.v, Equilibria.v and OneLimit.v, of any P and U, in the words of claims. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Continuity Gradient Equilibria Schemas OneLimit.
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
Let V_is t : V t = potential tokens P (y t).
Proof.
  unfold V, potential, score. f_equal. apply total_ext. intro i. apply total_ext. intro j.
  rewrite <- (proj1 Gradient). f_equal. apply Sym.
Qed.
Lemma rises : nondecreasing V.
Proof.
  intros s t H. cbv beta. rewrite !V_is. exact (potential_nondecreasing tokens _ W P U y ET Q HW Coe Sym BP (proj2 Gradient) Flow Start s t H).
Qed.
Lemma has_top : has_limit V.
Proof.
  destruct (potential_has_limit tokens _ W P U y ET Q HW Coe Sym BP (proj2 Gradient) Flow Start) as [l L].
  exists l. intros eps E. destruct (L eps E) as [T [T0 H]]. exists T. split; [auto|]. intros t Ht. rewrite V_is. apply H, Ht.
Qed.
Lemma slow i : tends (fun t => sqrt (inner (velocity tokens (1 / sqrt d) W P U (y t) i) (W (velocity tokens (1 / sqrt d) W P U (y t) i)))) 0.
Proof. exact (speeds_tend_to_zero tokens _ W P U y ET Q HW Coe Sym BP (proj2 Gradient) Flow Start i). Qed.
Let ends z := limit_points_rest tokens _ W P U U_T y ET Q HW Coe Sym BP AU BU (proj2 Gradient) Flow Start z.
Lemma kept t : 0 <= t -> forall i, inner (W (y t i)) (y t i) = 1.
Proof. intros T i. rewrite inner_sym. exact (tokens_stay tokens _ W P U y ET Q HW Coe BP (proj2 Gradient) Flow Start t i T). Qed.
Lemma limit_rests z : limit_point y z -> forall i, velocity tokens (1 / sqrt d) W P U z i = vzero.
Proof. intros L i. apply (ends z L i). Qed.
Lemma limit_on_it z : limit_point y z -> forall i, inner (W (z i)) (z i) = 1.
Proof. intros L i. rewrite inner_sym. exact (proj1 (ends z L i)). Qed.
Lemma near_rest : finite_dimensional S -> tends_to_set y (fun z => forall i, inner (W (z i)) (z i) = 1 /\ velocity tokens (1 / sqrt d) W P U z i = vzero).
Proof.
  intros Fin eps E. destruct (comes_near_equilibria tokens _ W P U U_T y ET Q HW Coe Sym BP AU BU (proj2 Gradient) Flow Start Fin eps E)
    as [T [T0 H]]. exists T. split; [auto|]. intros t Ht F. apply (H t Ht). intros z Hz. apply F. intro i. rewrite inner_sym. apply Hz.
Qed.
Lemma one_end : finite_dimensional S -> analytic_descent -> exists z, forall i, vtends (fun t => y t i) (z i) /\
  inner (W (z i)) (z i) = 1 /\ velocity tokens (1 / sqrt d) W P U z i = vzero.
Proof.
  intros Fin Cited. destruct (one_limit tokens _ W P U U_T y ET Q HW Coe Sym BP AU BU (proj2 Gradient) Flow Start Fin Cited) as [z [L H]].
  exists z. intro i. rewrite inner_sym. auto.
Qed.
End Climbs.
