(* Attention is the gradient of the potential (8) if and only if P is symmetric and W U = P. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves States Inferences.
Open Scope R_scope.

Section Gradient.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (P P_T U W : S -> S) (h : R).
Hypothesis ET : enumerates tokens.
Hypothesis HP : adjoint P P_T.
Hypothesis LU : exists U_T, adjoint U U_T.
Hypothesis HW : adjoint W W.
Hypothesis Hpos : 0 < h.
Let e (v : Token -> S) i j := exp (inner (P_T (v i)) (v j)).
Let Z v i := h * total tokens (fun j => e v i j).
Definition slope v X := total tokens (fun i => total tokens (fun j =>
  e v i j * (inner (P_T (X i)) (v j) + inner (P_T (v i)) (X j)))) / 2.
Definition component v X := total tokens (fun i => Z v i *
  inner (W (vscale (/ Z v i) (vtotal tokens (fun j => vscale (e v i j) (U (v j)))))) (X i)).
Lemma component_is v X : component v X = total tokens (fun i => total tokens (fun j =>
  e v i j * inner (W (U (v j))) (X i))).
Proof.
  unfold component. apply total_ext. intro i. assert (N : Z v i <> 0).
  { apply Rgt_not_eq. apply Rmult_lt_0_compat; [auto|]. apply total_positive; [auto|]. intro. apply exp_pos. }
  rewrite (adjoint_scale _ _ HW), inner_scale_l, <- Rmult_assoc, Rinv_r, Rmult_1_l by auto.
  rewrite (adjoint_vtotal _ _ HW), inner_vtotal_l. apply total_ext. intro j.
  rewrite (adjoint_scale _ _ HW), inner_scale_l. reflexivity.
Qed.
Lemma fits : (forall x, P x = P_T x) /\ (forall x, W (U x) = P x) -> forall v X, slope v X = component v X.
Proof.
  intros [Sym WU] v X. rewrite component_is. unfold slope. set (F := fun i j => e v i j * inner (W (U (v j))) (X i)).
  transitivity ((total tokens (fun i => total tokens (F i)) + total tokens (fun i => total tokens (fun j => F j i))) / 2).
  - f_equal. rewrite <- total_add. apply total_ext. intro i. rewrite <- total_add. apply total_ext. intro j.
    unfold F, e. rewrite !WU. replace (inner (P_T (v j)) (v i)) with (inner (P_T (v i)) (v j))
      by (rewrite <- Sym, HP; apply inner_sym).
    rewrite <- (Sym (X i)), HP, <- (Sym (v j)), (inner_sym _ (X i)), <- (Sym (v i)). ring.
  - replace (total tokens (fun i => total tokens (fun j => F j i))) with (total tokens (fun i => total
    tokens (F i))) by apply total_swap. transitivity (total tokens (fun i => total tokens (F i))); [field | reflexivity].
Qed.
Hypothesis Fits : forall v X, slope v X = component v X.
(* One token alone moves. *)
Lemma one_moves v p H : total tokens (fun j => (e v p j * inner (P (v j)) H + e v j p * inner (P_T (v j))
  H) / 2 -
  e v p j * inner (W (U (v j))) H) = 0.
Proof.
  assert (K := @equal_kronecker Token). set (X := fun k => vscale (equal p k) H : S).
  assert (A := Fits v X). rewrite component_is in A. unfold slope in A.
  assert (XL : forall z k, inner z (X k) = equal p k * inner z H) by (intros; apply inner_scale_r).
  assert (E1 : total tokens (fun i => total tokens (fun j => e v i j * (inner (P_T (X i)) (v j) + inner (P_T (v i)) (X j)))) =
    total tokens (fun j => e v p j * inner (P (v j)) H) + total tokens (fun i => e v i p * inner (P_T (v i)) H)).
  { transitivity (total tokens (fun i => equal p i * total tokens (fun j => e v i j * inner (P (v j)) H)) +
      total tokens (fun i => total tokens (fun j => equal p j * (e v i j * inner (P_T (v i)) H)))).
    - rewrite <- total_add. apply total_ext. intro i. rewrite <- total_scale, <- total_add. apply total_ext. intro j. rewrite XL.
      replace (inner (P_T (X i)) (v j)) with (equal p i * inner (P (v j)) H); [ring|]. rewrite <- XL, HP. apply inner_sym.
    - rewrite (kronecker_total tokens equal p (fun i => total tokens (fun j => e v i j * inner (P (v j))
      H))) by auto. f_equal. apply total_ext. intro i.
      apply (kronecker_total tokens equal p (fun j => e v i j * inner (P_T (v i)) H)); auto. }
  assert (E2 : total tokens (fun i => total tokens (fun j => e v i j * inner (W (U (v j))) (X i))) =
    total tokens (fun j => e v p j * inner (W (U (v j))) H)).
  { transitivity (total tokens (fun i => equal p i * total tokens (fun j => e v i j * inner (W (U (v j)))
    H))).
    - apply total_ext. intro i. rewrite <- total_scale. apply total_ext. intro j. rewrite XL. ring.
    - apply (kronecker_total tokens equal p (fun i => total tokens (fun j => e v i j * inner (W (U (v j)))
      H))); auto. }
  rewrite E1, E2 in A. transitivity ((total tokens (fun j => e v p j * inner (P (v j)) H) +
    total tokens (fun i => e v i p * inner (P_T (v i)) H)) * / 2 +
    -1 * total tokens (fun j => e v p j * inner (W (U (v j))) H)); [|lra].
  rewrite <- total_add, <- total_scale_r, <- total_scale, <- total_add. apply total_ext. intro j. field.
Qed.
(* Two tokens at x and y, the others at the origin; x moves. *)
Context (p q : Token).
Hypothesis Differ : p <> q.
Lemma pair_moves x y H :
  exp (inner (P_T x) x) * ((inner (P x) H + inner (P_T x) H) / 2 - inner (W (U x)) H) +
  ((exp (inner (P_T x) y) * inner (P y) H + exp (inner (P_T y) x) * inner (P_T y) H) / 2 -
    exp (inner (P_T x) y) * inner (W (U y)) H) = 0.
Proof.
  destruct LU as [U_T AU]. assert (A := one_moves (pair_at p q x y) p H). unfold e in A. rewrite (pair_first p q x y Differ) in A.
  rewrite (pair_total tokens p q x y ET Differ (fun z => (exp (inner (P_T x) z) * inner (P z) H +
    exp (inner (P_T z) x) * inner (P_T z) H) / 2 - exp (inner (P_T x) z) * inner (W (U z)) H)) in A.
  - rewrite <- A. field.
  - rewrite (adjoint_zero _ _ HP), (adjoint_zero _ _ (adjoint_sym _ _ HP)), (adjoint_zero _ _ AU),
      (adjoint_zero _ _ HW), inner_zero_l. field.
Qed.
Let r s := vsub (vscale (/ 2) (vadd (P s) (P_T s))) (W (U s)).
Hypothesis Part : forall s, (inner (P_T (r s)) s + inner (P_T s) (r s)) / 2 - inner (W (r s)) (U s) = inner (r s) (r s).
Lemma half_is x : W (U x) = vscale (/ 2) (vadd (P x) (P_T x)).
Proof.
  destruct LU as [U_T AU]. assert (A := pair_moves vzero x (r x)).
  rewrite (adjoint_zero _ _ HP), (adjoint_zero _ _ (adjoint_sym _ _ HP)), (adjoint_zero _ _ AU),
    (adjoint_zero _ _ HW), !inner_zero_l, inner_zero_r, exp_0 in A.
  assert (None : r x = vzero).
  { apply inner_definite. rewrite <- Part, (HW (r x)), (inner_sym _ (r x) (W _)), (inner_sym _ (P_T (r x))), <- HP. lra. }
  apply inner_ext. intro z. assert (E := inner_zero_l z). rewrite <- None in E. unfold r, vsub in E.
  rewrite inner_add_l, !inner_scale_l in E. rewrite inner_scale_l. lra.
Qed.
Hypothesis Half : forall x, W (U x) = vscale (/ 2) (vadd (P x) (P_T x)).
Lemma gap x y H : (exp (inner (P_T y) x) - exp (inner (P_T x) y)) * inner (P_T y) H = 0.
Proof. assert (A := pair_moves x y H). rewrite !Half, !inner_scale_l, !inner_add_l in A. lra. Qed.
Lemma gap_cases x y : inner (P_T y) x = inner (P y) x \/ P_T y = vzero.
Proof.
  destruct (Req_dec (inner (P_T y) (P_T y)) 0) as [Zr|N]; [right; apply inner_definite; auto|left].
  assert (G := gap x y (P_T y)). apply Rmult_integral in G. destruct G as [G|G]; [|contradiction].
  assert (E : exp (inner (P_T y) x) = exp (inner (P_T x) y)) by lra. apply exp_equal in E. rewrite E.
  rewrite (adjoint_sym _ _ HP). apply inner_sym.
Qed.
Let g y := vadd (P y) (vscale (-1) (P_T y)).
Hypothesis Scores : forall y, inner (P_T (g y)) y - inner (P_T y) (g y) = inner (g y) (g y).
Hypothesis Other : forall y, inner y (P_T (P y)) = inner (P y) (P y).
Lemma symmetric_at y : P y = P_T y.
Proof.
  assert (D : g y = vzero -> P y = P_T y) by (intro Zr; exact (equal_by_gap _ _ (g y) eq_refl Zr)).
  destruct (gap_cases (g y) y) as [E|Zr].
  - apply D, inner_definite. rewrite <- Scores, E, (inner_sym _ (P_T _)), <- HP. ring.
  - assert (Wz : inner (P y) (P y) = 0).
    { rewrite <- Other. destruct (gap_cases y (P y)) as [E|Q].
      - rewrite inner_sym, E, HP, Zr. apply inner_zero_r.
      - rewrite Q. apply inner_zero_r. }
    rewrite Zr. apply inner_definite. exact Wz.
Qed.
End Gradient.

Section TwoTokens.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (P P_T U U_T W : S -> S) (d : R).
Hypotheses (ET : enumerates tokens) (D : 1 <= d) (HP : adjoint P P_T) (HU : adjoint U U_T) (HW : adjoint W W).
Let LU := ex_intro (adjoint U) U_T HU.
Let Q : 0 < sqrt d. Proof. apply sqrt_lt_R0. lra. Qed.
Lemma agree : (forall x, P x = P_T x) /\ (forall x, W (U x) = P x) -> forall v X, slope tokens P_T v X = component tokens P_T U W (sqrt d) v X.
Proof. exact (fits tokens P P_T U W (sqrt d) ET HP HW Q). Qed.
Hypotheses (Two : 2 <= size tokens) (Fits : forall v X, slope tokens P_T v X = component tokens P_T U W (sqrt d) v X).
Let r s := vsub (vscale (/ 2) (vadd (P s) (P_T s))) (W (U s)).
Hypothesis Part : forall s, (inner (P_T (r s)) s + inner (P_T s) (r s)) / 2 - inner (W (r s)) (U s) = inner (r s) (r s).
Lemma half x : W (U x) = vscale (/ 2) (vadd (P x) (P_T x)).
Proof. destruct (two_tokens tokens ET Two) as [p [q N]]. exact (half_is tokens P P_T U W (sqrt d) ET HP LU HW Q Fits p q N Part x). Qed.
Hypothesis Half : forall x, W (U x) = vscale (/ 2) (vadd (P x) (P_T x)).
Let g y := vadd (P y) (vscale (-1) (P_T y)).
Hypothesis Scores : forall y, inner (P_T (g y)) y - inner (P_T y) (g y) = inner (g y) (g y).
Hypothesis Other : forall y, inner y (P_T (P y)) = inner (P y) (P y).
Lemma symmetric x : P x = P_T x.
Proof.
  destruct (two_tokens tokens ET Two) as [p [q N]].
  exact (symmetric_at tokens P P_T U W (sqrt d) ET HP LU HW Q Fits p q N Half Scores Other x).
Qed.
Hypothesis Symmetric : forall x, P x = P_T x.
Lemma value x : W (U x) = P x.
Proof. rewrite Half, <- Symmetric. apply inner_ext. intro H. rewrite inner_scale_l, inner_add_l. field. Qed.
End TwoTokens.
