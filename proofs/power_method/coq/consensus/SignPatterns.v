(* Layers with one head at a sign pattern x_i = eps_i v of an eigenvector, whatever makes the weights, if
   they are differentiable: moving weights move what a token attends to along v alone, so that the
   derivative is that of fixed weights. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Drawn Frechet ConsensusLayer SmoothWeights Jacobians.
Open Scope R_scope.

Section Pattern.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U)
  (w : (Token -> U) -> Token -> Token -> R) (tau lam : R) (v : U) (eps : Token -> R).
Definition one_pull (x : Token -> U) i := vtotal tokens (fun j => vscale (w x i j) (x j)).
Definition one_push (x : Token -> U) i := vadd (x i) (vscale tau (V (one_pull x i))).
Definition one_layer (x : Token -> U) i := vscale (/ vnorm (one_push x i)) (one_push x i).
Definition pattern : Token -> U := fun i => vscale (eps i) v.
Definition drawn_to i := total tokens (fun j => w pattern i j * eps j).
Definition pattern_length i := 1 + tau * lam * eps i * drawn_to i.
(* What fixed weights make of a perturbation before it is projected. *)
Definition fixed_push (z : Token -> U) i :=
  vadd (z i) (vscale tau (V (vtotal tokens (fun j => vscale (w pattern i j) (z j))))).
Definition pattern_jacobian (z : Token -> U) : Token -> U :=
  fun i => vscale (/ pattern_length i) (tangent_part v (fixed_push z i)).
Hypothesis Tokens : enumerates tokens.
Let L : lists tokens := proj2 (proj2 Tokens).
Let X := states U tokens L.
Hypothesis LV : linear V.
Hypothesis BV : bounded V.
Hypothesis Unit : inner v v = 1.
Hypothesis Eigen : V v = vscale lam v.
Hypothesis Signs : forall i, eps i ^ 2 = 1.
Hypothesis Rho : forall i, 0 < pattern_length i.
Let p : X := pattern.
Hypothesis Smooth : forall i j, differentiable_at (S := X) (fun x => w x i j) p.

Lemma pulled_there i : one_pull p i = vscale (drawn_to i) v.
Proof.
  apply inner_ext. intro q. unfold one_pull, drawn_to, p, pattern.
  rewrite inner_vtotal_l, inner_scale_l, <- total_scale_r. apply total_ext. intro j.
  rewrite !inner_scale_l. ring.
Qed.
Lemma pushed_there i : one_push p i = vscale (eps i * pattern_length i) v.
Proof.
  unfold one_push. rewrite pulled_there, (proj2 LV), Eigen. unfold p, pattern, pattern_length.
  assert (Q := Signs i). apply inner_ext. intro q. rewrite inner_add_l, !inner_scale_l.
  replace (eps i * (1 + tau * lam * eps i * drawn_to i)) with (eps i + tau * lam * drawn_to i * eps i ^ 2) by ring.
  rewrite Q. ring.
Qed.
Lemma length_there i : vnorm (one_push p i) = pattern_length i.
Proof.
  assert (R0 := Rho i). assert (Q := Signs i). unfold vnorm. rewrite pushed_there, inner_scale_l, inner_scale_r, Unit.
  replace (_ * (_ * 1)) with (eps i ^ 2 * (pattern_length i * pattern_length i)) by ring.
  rewrite Q, Rmult_1_l. apply sqrt_square. lra.
Qed.
Lemma pattern_stays i : one_layer p i = p i.
Proof.
  unfold one_layer. rewrite length_there, pushed_there, vscale_vscale. unfold p, pattern. f_equal. field.
  assert (Q := Rho i). lra.
Qed.
(* Some multiple of v is all that moving weights add. *)
Lemma fderive_pull i (T : list Token) : exists k : X -> R, is_fderive_on (S := X) everywhere
  (fun x : X => vtotal T (fun j => vscale (w x i j) (x j))) p
  (fun z => vadd (vtotal T (fun j => vscale (w pattern i j) (z j))) (vscale (k z) v)).
Proof.
  induction T as [|a T [k IH]]; simpl.
  - exists (fun _ => 0). eapply fderive_eq; [apply (fderive_const (S := X) everywhere (@vzero U))|]. intro z. vector_sums.
  - destruct (Smooth i a) as [J HJ]. exists (fun z => k z + J z * eps a). eapply fderive_eq.
    + eapply (fderive_add (S := X) everywhere (fun x : X => vscale (w x i a) (x a)) _ p); [|exact IH].
      eapply (fderive_times (S := X) everywhere (fun x : X => w x i a : real_line) (fun x : X => x a) p _ _ HJ).
      apply fderive_component.
    + intro z. unfold p, pattern. vector_sums.
Qed.
Lemma fderive_push i : exists k : X -> R, is_fderive_on (S := X) everywhere (fun x : X => one_push x i) p
  (fun z => vadd (fixed_push z i) (vscale (k z) v)).
Proof.
  destruct (fderive_pull i tokens) as [k D]. exists (fun z => tau * (lam * k z)). eapply fderive_eq.
  - eapply (fderive_add (S := X) everywhere (fun x : X => x i) _ p (fun z : X => z i));
      [apply fderive_component|].
    apply fderive_scale. eapply (fderive_apply (S := X) everywhere V (fun x : X => one_pull x i) p); auto.
    exact D.
  - intro z. unfold fixed_push. rewrite (proj1 LV), (proj2 LV), Eigen. vector_sums.
Qed.
Theorem pattern_derivative : is_fderive_on (S := X) (U := X) everywhere (one_layer : X -> X) p pattern_jacobian.
Proof.
  apply (fderive_family tokens L X U everywhere (one_layer : X -> X)). intro i.
  destruct (fderive_push i) as [k D]. assert (R0 := Rho i).
  assert (Q : eps i * eps i = 1) by (assert (Q := Signs i); simpl in Q; lra). eapply fderive_eq.
  - apply (normalised_component tokens (fun x _ => one_push x i) (fun z _ => vadd (fixed_push z i) (vscale (k z) v))
      pattern (fun _ => pattern i) (fun _ => pattern_length i) Tokens (fun _ => D) (fun _ => R0)) with (i := i).
    + intros _. unfold pattern. rewrite inner_scale_l, inner_scale_r, Unit. lra.
    + intros _. rewrite pushed_there. unfold pattern. rewrite vscale_vscale. f_equal. ring.
  - intro z. unfold projected_push, pattern_jacobian, tangent_part, pattern. set (u := fixed_push z i).
    f_equal. apply inner_ext. intro q. unfold vsub.
    repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_add_r || rewrite inner_scale_r). rewrite Unit.
    replace (_ + k z * inner v q + _) with
      (inner u q + k z * inner v q - eps i * eps i * ((inner v u + k z) * inner v q)) by ring.
    rewrite Q. ring.
Qed.
Lemma push_near : exists d, 0 < d /\ forall x : X, vnorm (vsub x p) < d -> forall i, 0 < vnorm (one_push x i).
Proof.
  assert (Q : forall T : list Token, exists d, 0 < d /\ forall x : X, vnorm (vsub x p) < d ->
    forall i, In i T -> 0 < vnorm (one_push x i)).
  { intro T. induction T as [|a T [d [D IH]]]; [exists 1; split; [lra|]; intros x _ i []|].
    destruct (fderive_push a) as [k Da].
    destruct (fderive_continuous everywhere _ p _ _ Da (Rho a)) as [c [C H]].
    exists (Rmin c d). split; [apply Rmin_glb_lt; auto|]. intros x Hx i [<-|I].
    - specialize (H x Logic.I (Rlt_le_trans _ _ _ Hx (Rmin_l _ _))). rewrite vnorm_opposite in H.
      assert (G := vnorm_gap (one_push p a) (one_push x a)). rewrite length_there in G. lra.
    - apply (IH x (Rlt_le_trans _ _ _ Hx (Rmin_r _ _)) i I). }
  destruct (Q tokens) as [d [D H]]. exists d. split; [exact D|]. intros x Hx i. apply (H x Hx i), L.
Qed.
(* As a claim says it, for a push m and a linear map K by formulas of its own. *)
Theorem pattern_told (m K : (Token -> U) -> Token -> U) : (forall x i, m x i = one_push x i) ->
  (forall z i, K z i = pattern_jacobian z i) -> forall eta, 0 < eta -> exists d, 0 < d /\
  forall y : Token -> U, (forall i, vnorm (vsub (y i) (pattern i)) <= d) -> exists z : Token -> U,
    (forall i, vnorm (m y i) <> 0 /\ z i = vscale (/ vnorm (m y i)) (m y i)) /\
    forall i, vnorm (vsub (z i) (vadd (pattern i) (K (fun j => vsub (y j) (pattern j)) i))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) (pattern j))).
Proof.
  intros M HK eta E.
  destruct (derivative_by_tokens tokens Tokens one_layer pattern_jacobian p
    (fun x => forall i, 0 < vnorm (one_push x i)) pattern_derivative push_near eta E) as [d [D H]].
  exists d. split; [exact D|]. intros y Hy. destruct (H y Hy) as [Def Near]. exists (one_layer y). split.
  - intro i. rewrite !M. split; [apply Rgt_not_eq, Def | reflexivity].
  - intro i. specialize (Near i). rewrite (pattern_stays i) in Near. rewrite HK. exact Near.
Qed.
End Pattern.
