(* B-R8: perturbations along the spheres and off them, at sign patterns under self-attention with any mask. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SmoothWeights SignPatterns.
From Kernel Require Import MaskedPattern PatternGroups Jacobians.
Open Scope R_scope.

Section Patterns.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (A : Token -> Token -> R) (eps : Token -> R) (v : S)
  (P P_T V V_T : S -> S) (N : Token -> Token -> R) (length : Token -> R) (tau lam p q : R).
Hypotheses (ET : enumerates tokens) (Unit : inner v v = 1) (Signs : forall i, eps i ^ 2 = 1) (AV : adjoint V V_T).
Let LV := adjoint_linear V V_T AV.
Definition disagree (u : Token -> S) := (forall i, inner (vscale (eps i) v) (u i) = 0) /\
  vtotal tokens (fun j => vscale (1 + eps j) (u j)) = vzero /\ vtotal tokens (fun j => vscale (1 - eps j) (u j)) = vzero.
Definition grouped f g (u : Token -> S) := inner v f = 0 /\ inner v g = 0 /\ disagree u.
Definition in_sum f g (u : Token -> S) i := vadd (vadd (vscale ((1 + eps i) / 2) f) (vscale ((1 - eps i) / 2) g)) (u i).
Let One : forall u : Token -> S, vtotal tokens (fun j => vscale (1 + eps j) (u j)) = group_sum tokens eps 1 u.
Proof. intro u. unfold group_sum. f_equal. apply functional_extensionality. intro j. f_equal. ring. Qed.
Let Two : forall u : Token -> S, vtotal tokens (fun j => vscale (1 - eps j) (u j)) = group_sum tokens eps (-1) u.
Proof. intro u. unfold group_sum. f_equal. apply functional_extensionality. intro j. f_equal. ring. Qed.
Let Off : forall u : Token -> S, (forall i, inner (vscale (eps i) v) (u i) = 0) <-> forall i, inner v (u i) = 0.
Proof.
  intro u. split; intros H i; specialize (H i); rewrite inner_scale_l in *; [|rewrite H; ring].
  assert (E := Signs i). destruct (Rmult_integral _ _ H) as [Z|Z]; [|exact Z]. rewrite Z in E. simpl in E. lra.
Qed.
Lemma sums : total tokens (fun j => eps j) = p - q -> size tokens = p + q -> 0 <= p -> 0 <= q -> forall delta : Token -> S,
  (forall i, inner (vscale (eps i) v) (delta i) = 0) <-> exists f g u, grouped f g u /\ forall i, delta i = in_sum f g u i.
Proof.
  intros Balance Size Hp Hq delta. unfold grouped, disagree, in_sum. rewrite Off. split.
  + intro Tangent. destruct (groups_exist tokens eps p q v Signs Balance Size delta Hp Hq Tangent)
      as [f [g [u [[F [G [T [S1 S2]]]] Is]]]].
    exists f, g, u. split; [|exact Is]. rewrite One, Two. repeat split; auto. apply Off, T.
  + intros [f [g [u [[F [G [T _]]] Is]]]] i. rewrite Is, !inner_add_r, !inner_scale_r, F, G. apply Off with (i := i) in T.
    rewrite T. ring.
Qed.
Lemma once : total tokens (fun j => eps j) = p - q -> size tokens = p + q -> 1 <= p /\ 1 <= q -> forall f g u,
  grouped f g u /\ (forall i, in_sum f g u i = vzero) -> f = vzero /\ g = vzero /\ forall i, u i = vzero.
Proof.
  intros Balance Size [P1 Q1] f g u [[F [G [T [S1 S2]]]] Zero]. rewrite One in S1. rewrite Two in S2.
  apply (groups_are_unique tokens eps p q v Signs Balance Size f g u P1 Q1); [|exact Zero].
  unfold in_groups. repeat split; auto. apply Off, T.
Qed.
Definition attends := (forall i j, total tokens (fun k => N i k * exp (inner (vscale (eps i) v) (P (vscale (eps k) v)))) <> 0 /\
    A i j = exp (inner (vscale (eps i) v) (P (vscale (eps j) v))) /
      total tokens (fun k => N i k * exp (inner (vscale (eps i) v) (P (vscale (eps k) v))))) /\
  forall i, length i = 1 + tau * lam * eps i * total tokens (fun j => N i j * (A i j * eps j)).
Definition moved (u : Token -> S) i := vadd (u i) (vscale tau (V (vtotal tokens (fun j => vscale (N i j) (vscale (A i j) (u j)))))).
Definition jacobian u i := vscale (/ length i) (vsub (moved u i) (vscale (inner v (moved u i)) v)).
Definition other kappa u i := vadd (jacobian u i) (vscale (2 * kappa * inner (vscale (eps i) v) (u i)) (vscale (eps i) v)).
Definition pushed (y : Token -> S) i := vadd (y i) (vscale tau (V (vtotal tokens (fun j => vscale (N i j)
  (vscale (exp (inner (y i) (P (y j))) / total tokens (fun k => N i k * exp (inner (y i) (P (y k))))) (y j)))))).
Lemma continued : adjoint P P_T -> indicator N -> bounded_operator P -> bounded_operator V -> V v = vscale lam v ->
  (forall i, 1 <= total tokens (fun j => N i j)) -> (forall i, 0 < length i) -> attends -> forall kappa,
  (forall eta, 0 < eta -> exists d, 0 < d /\ forall y : Token -> S, (forall i, vnorm (vsub (y i) (vscale (eps i) v)) <= d) ->
    exists z : Token -> S, (forall i, 0 < inner (y i) (y i) /\ vnorm (pushed y i) <> 0 /\
        (forall j : Token, total tokens (fun k => N i k * exp (inner (y i) (P (y k)))) <> 0) /\
        z i = vscale (exp (kappa * ln (inner (y i) (y i)))) (vscale (/ vnorm (pushed y i)) (pushed y i))) /\
      forall i, vnorm (vsub (z i) (vadd (vscale (eps i) v) (other kappa (fun j => vsub (y j) (vscale (eps j) v)) i))) <=
        eta * total tokens (fun j => vnorm (vsub (y j) (vscale (eps j) v)))) /\
  (forall a i, jacobian (fun j => vscale (a j) (vscale (eps j) v)) i = vzero /\
    other kappa (fun j => vscale (a j) (vscale (eps j) v)) i = vscale (2 * kappa * a i) (vscale (eps i) v)) /\
  forall X : Token -> S, (forall i, inner (vscale (eps i) v) (X i) = 0) -> forall i, other kappa X i = jacobian X i.
Proof.
  intros AP IndN BP BV Eigen Seen Pos [Weights Lengths] kappa. assert (LP := adjoint_linear P P_T AP).
  unfold other, jacobian, moved, pushed.
set (w := masked_weight tokens N P).
  assert (Sums := seen_sums tokens N P ET IndN Seen).
  assert (Long := lengths_are tokens N A P v eps Weights tau lam length Lengths).
  assert (Rho : forall i, 0 < pattern_length tokens w tau lam v eps i) by (intro i; unfold w; rewrite <- Long; apply Pos).
  assert (J := jacobian_is tokens N A P v eps Weights V tau lam length Lengths). fold w in J.
  assert (Smooth := fun i j => masked_weight_differentiable tokens N P ET LP BP (pattern v eps) (Sums _) i j).
  assert (Unit_p : forall i, inner (pattern v eps i) (pattern v eps i) = 1).
  { intro i. unfold pattern. rewrite inner_scale_l, inner_scale_r, Unit. assert (E := Signs i). simpl in E. lra. }
  split; [|split].
  + intros eta Eta.
    destruct (continued_told tokens (one_push tokens V w tau) (pattern_jacobian tokens V w tau lam v eps)
      (pattern v eps) (pattern v eps) kappa ET) with
      (m := fun (x : Token -> S) i => vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (N i j)
        (vscale (exp (inner (x i) (P (x j))) / seen_total tokens N P x i) (x j)))))))
      (K := fun z i => vadd (pattern_jacobian tokens V w tau lam v eps z i)
        (vscale (2 * kappa * inner (vscale (eps i) v) (z i)) (vscale (eps i) v)))
      (eta := eta) as [d [D H]].
    * intro i.
      apply (fderive_apply (S := states S tokens (proj2 (proj2 ET))) (U := states S tokens (proj2 (proj2 ET)))
        everywhere (fun x : states S tokens (proj2 (proj2 ET)) => x i)
        (one_layer tokens V w tau : states S tokens (proj2 (proj2 ET)) -> states S tokens (proj2 (proj2 ET)))).
      { split; reflexivity. }
      { exists 1. split; [lra|]. intro x. rewrite Rmult_1_l. apply vnorm_token. }
      exact (pattern_derivative tokens V w tau lam v eps ET LV BV Unit Eigen Signs Rho Smooth).
    * exact (push_near tokens V w tau lam v eps ET LV BV Unit Eigen Signs Rho Smooth).
    * exact (pattern_stays tokens V w tau lam v eps ET LV Unit Eigen Signs Rho).
    * exact Unit_p.
    * intros x i. rewrite masked_pull. reflexivity.
    * intros z i. reflexivity.
    * exact Eta.
    * exists d. split; [exact D|]. intros y Hy. destruct (H y Hy) as [z [Z Near]]. exists z. split.
      { intro i. destruct (Z i) as [Z1 [Z2 Z3]]. split; [exact Z1|]. split; [exact Z2|]. split; [|exact Z3].
        intros _. apply Rgt_not_eq, (Sums y i). }
      intro i. rewrite (J (fun j => vsub (y j) (vscale (eps j) v))). exact (Near i).
  + intros a i. rewrite (J (fun j => vscale (a j) (vscale (eps j) v))).
    assert (Zero : pattern_jacobian tokens V w tau lam v eps (fun j => vscale (a j) (vscale (eps j) v)) i = vzero).
    { unfold pattern_jacobian, tangent_part, fixed_push.
      replace (vtotal tokens (fun j => vscale (w (pattern v eps) i j) (vscale (a j) (vscale (eps j) v)))) with
        (vscale (total tokens (fun j => w (pattern v eps) i j * (a j * eps j))) v).
      - rewrite (proj2 LV), Eigen. apply inner_ext. intro y. unfold vsub.
        repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_add_r || rewrite inner_scale_r).
        rewrite Unit, inner_zero_l. ring.
      - apply inner_ext. intro y. rewrite inner_scale_l, inner_vtotal_l, <- total_scale_r. apply total_ext. intro j.
        rewrite !inner_scale_l. ring. }
    rewrite Zero. split; [reflexivity|]. rewrite inner_scale_r. change (vscale (eps i) v) with (pattern v eps i).
    rewrite Unit_p. vector_sums.
  + intros X Tangent i. rewrite Tangent. vector_sums.
Qed.
End Patterns.
