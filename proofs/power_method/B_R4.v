(* B-R4: one step of the Oja map does not lower the energy, and raises it unless nothing moves. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Resting OjaEnergy OjaMap.
Open Scope R_scope.

Section Step.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau : R) (x : Token -> U).
Hypotheses (ET : enumerates tokens) (Unit : forall i, inner (x i) (x i) = 1) (Tpos : 0 < tau).
Let next := oja tokens V tau x.
Let step (u : Token -> U) i := vsub (u i) (x i).
Let squares u := total tokens (fun i => inner (step u i) (step u i)).
Let average u := vsub (mean tokens u) (mean tokens x).
Hypothesis First : forall i, 0 < vnorm (pushed tokens V tau x i) ->
  inner (V (mean tokens x)) (step next i) = (1 + vnorm (pushed tokens V tau x i)) * inner (step next i) (step next i) / (2 * tau).
Hypothesis Second : forall u, energy tokens V u - energy tokens V x =
  total tokens (fun i => inner (V (mean tokens x)) (step u i)) + size tokens * inner (V (average u)) (average u) / 2.
Hypothesis Average : forall u, size tokens * inner (average u) (average u) <= squares u.
Lemma gains ell : 0 <= ell -> (forall a, - ell * inner a a <= inner (V a) a) ->
  (forall i, 0 < inner (pushed tokens V tau x i) (pushed tokens V tau x i)) ->
  (forall i, vnorm (pushed tokens V tau x i) <> 0) /\ 0 <= squares next /\
  (1 - tau * ell) / (2 * tau) * squares next <= energy tokens V next - energy tokens V x.
Proof.
  intros L Low Defined. assert (Long : forall i, 0 < vnorm (pushed tokens V tau x i)) by (intro i; apply sqrt_lt_R0, Defined).
  split; [intro i; apply Rgt_not_eq, Long|]. split; [apply total_nonneg; intro; apply inner_nonneg|]. rewrite Second.
  assert (F : 0 <= total tokens (fun i => inner (V (mean tokens x)) (step next i) + - / (2 * tau) * inner (step next i) (step next i))).
  { apply total_nonneg. intro i. rewrite First by auto. replace (_ + _) with (vnorm (pushed tokens V tau x i) * inner (step next i) (step next i) * / (2 * tau))
      by (field; lra). repeat apply Rmult_le_pos; [apply vnorm_nonneg | apply inner_nonneg | left; apply Rinv_0_lt_compat; lra]. }
  rewrite total_add, total_scale in F. fold (squares next) in F.
  assert (A := Rmult_le_compat_l ell _ _ L (Average next)). assert (B := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (size_positive tokens ET)) (Low (average next))).
  replace ((1 - tau * ell) / (2 * tau)) with (/ (2 * tau) - ell / 2) by (field; lra). lra.
Qed.
Lemma falls_not ell : 0 <= ell -> (forall a, -1 * ell * inner a a <= inner (V a) a) /\ tau * ell <= 1 /\
  (forall i, 0 < inner (pushed tokens V tau x i) (pushed tokens V tau x i)) ->
  (forall i, vnorm (pushed tokens V tau x i) <> 0) /\ 0 <= energy tokens V next - energy tokens V x.
Proof.
  intros L [Low [Small Defined]]. destruct (gains ell L) as [Long [Q0 R]]; [intro a; specialize (Low a); lra | exact Defined |].
  split; [exact Long|]. assert (0 <= (1 - tau * ell) / (2 * tau) * squares next); [|lra].
  apply Rmult_le_pos; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra] | exact Q0].
Qed.
Lemma rises kappa : 0 <= kappa -> (forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a) /\ tau * kappa < 1 ->
  (forall i, vnorm (pushed tokens V tau x i) <> 0 /\ next i = x i) \/
  ((forall i, vnorm (pushed tokens V tau x i) <> 0) /\ 0 < energy tokens V next - energy tokens V x).
Proof.
  intros K [Norm Small]. destruct (gains kappa K) as [Long [Q0 R]].
  - intro a. assert (F := form_bounds V kappa K Norm a). apply Rabs_le_between in F. lra.
  - intro i. exact (pushed_positive tokens V tau kappa ET Tpos K Norm Small x i Unit).
  - destruct (Req_dec (squares next) 0) as [Z|Z]; [left | right; split; [exact Long|]].
    + intro i. split; [exact (Long i)|]. apply vsub_zero, inner_definite.
      assert (A := total_at_least tokens (fun i => inner (step next i) (step next i)) i (proj2 (proj2 ET) i) (fun _ => inner_nonneg _ _)).
      fold (squares next) in A. assert (B := inner_nonneg U (step next i)). unfold step in *. lra.
    + assert (0 < (1 - tau * kappa) / (2 * tau) * squares next); [|lra]. apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra | lra].
Qed.
End Step.
