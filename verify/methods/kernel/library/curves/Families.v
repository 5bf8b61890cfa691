(* The states of finitely many tokens as one space, of finite dimension if that of a token is; quadratic
   forms of the tokens are exponential polynomials of the state. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded States Schemas.
Open Scope R_scope.

Lemma squares_total {S : inner_product_space} {I} (T : list I) (x : I -> S) :
  total T (fun i => inner (x i) (x i)) <= total T (fun i => vnorm (x i)) * total T (fun i => vnorm (x i)).
Proof.
  induction T as [|j T IH]; simpl; [lra|]. assert (A := vnorm_nonneg (x j)). assert (Q := vnorm_square (x j)).
  assert (B : 0 <= total T (fun i => vnorm (x i))) by (apply total_nonneg; intro; apply vnorm_nonneg).
  assert (0 <= vnorm (x j) * total T (fun i => vnorm (x i))) by (apply Rmult_le_pos; auto). lra.
Qed.

Section Families.
Context (S : inner_product_space) {Token : Type} (tokens : list Token) (L : lists tokens).
Definition states : inner_product_space.
Proof.
  refine {| vector := Token -> S; vadd := fun x y i => vadd (x i) (y i); vscale := fun c x i => vscale c (x
    i);
    vzero := fun _ => vzero; inner := fun x y => total tokens (fun i => inner (x i) (y i)) |}; intros;
    try (apply functional_extensionality; intro i; apply S).
  - apply total_ext. intro. apply inner_sym.
  - rewrite <- total_add. apply total_ext. intro. apply inner_add_l.
  - rewrite <- total_scale. apply total_ext. intro. apply inner_scale_l.
  - apply total_nonneg. intro. apply inner_nonneg.
  - apply Rle_antisym; [|apply inner_nonneg].
    rewrite <- H. apply (total_at_least tokens (fun i => inner (x i) (x i))); [apply L | intro; apply
      inner_nonneg].
Defined.
Lemma vnorm_token (x : states) i : vnorm (x i) <= vnorm x.
Proof.
  apply sqrt_le_1_alt.
  apply (total_at_least tokens (fun i => inner (x i) (x i))); [apply L | intro; apply inner_nonneg].
Qed.
Lemma vnorm_states (x : states) c : 0 <= c -> (forall i, vnorm (x i) <= c) -> vnorm x <= size tokens * c.
Proof.
  intros C H. assert (N : 0 <= size tokens) by (apply total_nonneg; intro; lra).
  assert (T : vnorm x <= total tokens (fun i => vnorm (x i))).
  { assert (Ts : 0 <= total tokens (fun i => vnorm (x i))) by (apply total_nonneg; intro; apply vnorm_nonneg).
    apply Rsqr_incr_0_var; [|exact Ts]. unfold Rsqr. rewrite vnorm_square. apply squares_total. }
  eapply Rle_trans; [exact T|]. unfold size. rewrite <- total_scale_r. apply total_le. intro i.
  rewrite Rmult_1_l. apply H.
Qed.
Lemma vderive_states (x : R -> states) t (v : states) :
  (forall i, is_vderive (fun t => x t i) t (v i)) -> is_vderive x t v.
Proof.
  intros D eps E. assert (N : 0 <= size tokens) by (apply total_nonneg; intro; lra).
  assert (P : 0 < eps / (size tokens + 1)) by (apply Rdiv_lt_0_compat; lra).
  destruct (finitely_many tokens (fun i s => vnorm (vsub (x s i) (vadd (x t i) (vscale (s - t) (v i))))
    <= eps / (size tokens + 1) * Rabs (s - t)) t) as [d [Dp H]].
  { intro i. destruct (D i _ P) as [d H]. exists d. split; [apply cond_pos|]. intros s Hs.
    specialize (H (s - t) Hs). replace (t + (s - t)) with s in H by ring. exact H. }
  exists (mkposreal d Dp). simpl. intros h Hh.
  specialize (H (t + h)). replace (t + h - t) with h in H by ring. specialize (H Hh).
  eapply Rle_trans; [apply (vnorm_states _ (eps / (size tokens + 1) * Rabs h))|].
  - apply Rmult_le_pos; [lra | apply Rabs_pos].
  - intro i. apply H. apply L.
  - replace (size tokens * (eps / (size tokens + 1) * Rabs h)) with
      (eps * Rabs h * (size tokens / (size tokens + 1))) by (field; lra).
    rewrite <- (Rmult_1_r (eps * Rabs h)) at 2. apply Rmult_le_compat_l.
    + apply Rmult_le_pos; [lra | apply Rabs_pos].
    + apply Rmult_le_reg_r with (size tokens + 1); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    lra.
Qed.

(* One token's vector, the others' 0. *)
Hypothesis ND : enumerates tokens.
Definition single i (v : S) : states := fun k => vscale (equal i k) v.
Lemma inner_single i v (x : states) : inner (single i v) x = inner v (x i).
Proof.
  simpl. unfold single. transitivity (total tokens (fun k => equal i k * inner v (x k))).
  - apply total_ext. intro k. apply inner_scale_l.
  - apply (kronecker_total tokens equal i (fun k => inner v (x k))); auto using equal_kronecker.
Qed.
Lemma total_app {I} (T U : list I) f : total (T ++ U) f = total T f + total U f.
Proof. induction T as [|i T IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma total_map {I J} (T : list I) (g : I -> J) f : total (map g T) f = total T (fun i => f (g i)).
Proof. induction T as [|i T IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.
Lemma total_flat_map {I J} (T : list I) (g : I -> list J) f :
  total (flat_map g T) f = total T (fun i => total (g i) f).
Proof. induction T as [|i T IH]; simpl; [reflexivity | rewrite total_app, IH; reflexivity]. Qed.
Lemma frame_inner (B : list S) : (forall x, x = vtotal B (fun e => vscale (inner e x) e)) ->
  forall x z : S, inner x z = total B (fun e => inner e x * inner e z).
Proof.
  intros F x z. rewrite (F x) at 1. rewrite inner_vtotal_l. apply total_ext. intro e. apply inner_scale_l.
Qed.
Lemma finite_states : finite_dimensional S -> finite_dimensional states.
Proof.
  intros [B F]. exists (flat_map (fun i => map (single i) B) tokens). intro x. apply inner_ext. intro z.
  rewrite inner_vtotal_l, total_flat_map. simpl. apply total_ext. intro i.
  rewrite total_map, (frame_inner B F (x i) (z i)). apply total_ext. intro e.
  change (inner e (x i) * inner e (z i) = inner (vscale (inner (single i e) x) (single i e)) z).
  rewrite inner_scale_l, !inner_single. reflexivity.
Qed.
Lemma exponential_total {I} (T : list I) (f : I -> states -> R) :
  (forall i, exponential_polynomial (f i)) -> exponential_polynomial (fun x => total T (fun i => f i x)).
Proof.
  intro H. induction T as [|i T IH]; simpl; [apply (constant_function (S := states))|].
  apply (sum_function (S := states) (f i) (fun x => total T (fun i => f i x))); auto.
Qed.
Lemma exponential_form (A A_T : S -> S) i j : finite_dimensional S -> adjoint A A_T ->
  exponential_polynomial (fun x : states => inner (x i) (A (x j))).
Proof.
  intros [B F] HA. replace (fun x : states => inner (x i) (A (x j))) with
    (fun x : states => total B (fun e => inner (single i e) x * inner (single j (A_T e)) x)).
  - apply (exponential_total B (fun e x => inner (single i e) x * inner (single j (A_T e)) x)). intro e.
    apply (product_function (S := states) (fun x => inner (single i e) x) (fun x => inner (single j (A_T
      e)) x));
      apply (linear_function (S := states)).
  - apply functional_extensionality. intro x. rewrite (frame_inner B F (x i) (A (x j))). apply total_ext.
  intro e.
    rewrite !inner_single. f_equal. rewrite (adjoint_sym _ _ HA). reflexivity.
Qed.
End Families.
