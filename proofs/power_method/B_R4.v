(* B-R4: one step of the Oja map does not lower the energy, and raises it unless nothing moves. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Resting OjaEnergy OjaMap OjaOrbits.
Open Scope R_scope.

Section Step.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau : R) (x : Token -> U).
Hypotheses (ET : enumerates tokens) (Sym : adjoint V V) (Unit : forall i, inner (x i) (x i) = 1) (Tpos : 0 < tau).
Let next := oja tokens V tau x.
Let square := total tokens (fun i => inner (vsub (next i) (x i)) (vsub (next i) (x i))).
Lemma gains ell : 0 <= ell -> (forall a, - ell * inner a a <= inner (V a) a) ->
  (forall i, 0 < inner (pushed tokens V tau x i) (pushed tokens V tau x i)) ->
  (forall i, vnorm (pushed tokens V tau x i) <> 0) /\ 0 <= square /\
  (1 - tau * ell) / (2 * tau) * square <= energy tokens V next - energy tokens V x.
Proof.
  intros L Low Defined. split; [intro i; apply Rgt_not_eq, sqrt_lt_R0, Defined|].
  split; [apply total_nonneg; intro; apply inner_nonneg|].
  apply (energy_rises tokens V tau ET Sym Tpos ell); auto. intro i. split; [apply Defined | reflexivity].
Qed.
Lemma rises kappa : 0 <= kappa -> (forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a) /\ tau * kappa < 1 ->
  (forall i, vnorm (pushed tokens V tau x i) <> 0 /\ next i = x i) \/
  ((forall i, vnorm (pushed tokens V tau x i) <> 0) /\ 0 < energy tokens V next - energy tokens V x).
Proof.
  intros K [Norm Small].
  destruct (gains kappa K) as [Long [Q0 R]].
  - intro a. assert (F := form_bounds V kappa K Norm a). apply Rabs_le_between in F. lra.
  - intro i. exact (pushed_positive tokens V tau kappa ET Tpos K Norm Small x i Unit).
  - destruct (Req_dec square 0) as [Z|Z]; [left | right; split; [exact Long|]].
    + intro i. split; [exact (Long i)|]. apply vsub_zero. apply inner_definite.
      assert (A := total_at_least tokens (fun i => inner (vsub (next i) (x i)) (vsub (next i) (x i))) i
        (proj2 (proj2 ET) i) (fun _ => inner_nonneg _ _)). fold square in A. cbv beta in A.
      assert (B := inner_nonneg U (vsub (next i) (x i))). lra.
    + assert (0 < (1 - tau * kappa) / (2 * tau) * square); [|lra].
      apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra | lra].
Qed.
Lemma falls_not ell : 0 <= ell -> (forall a, -1 * ell * inner a a <= inner (V a) a) /\ tau * ell <= 1 /\
  (forall i, 0 < inner (pushed tokens V tau x i) (pushed tokens V tau x i)) ->
  (forall i, vnorm (pushed tokens V tau x i) <> 0) /\ 0 <= energy tokens V next - energy tokens V x.
Proof.
  intros L [Low [Small Defined]]. destruct (gains ell L) as [Long [Q0 R]]; [intro a; specialize (Low a); lra | exact Defined |].
  split; [exact Long|]. assert (0 <= (1 - tau * ell) / (2 * tau) * square); [|lra].
  apply Rmult_le_pos; [|exact Q0]. apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra].
Qed.
End Step.
