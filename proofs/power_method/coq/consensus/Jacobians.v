(* The derivative of a layer that moves tokens and then normalises them, at any state, token by token; and
   that of attention, whose weights move with the tokens. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Drawn Frechet ConsensusLayer SmoothWeights.
Open Scope R_scope.

Section Normalised.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (push D : (Token -> U) -> Token -> U)
  (p after : Token -> U) (length : Token -> R).
Hypothesis Tokens : enumerates tokens.
Let L : lists tokens := proj2 (proj2 Tokens).
Let X := states U tokens L.
Hypothesis Moves : forall i, is_fderive_on (S := X) everywhere (fun x : X => push x i) (p : X) (fun z => D z i).
Hypothesis Pos : forall i, 0 < length i.
Hypothesis Unit : forall i, inner (after i) (after i) = 1.
Hypothesis There : forall i, push p i = vscale (length i) (after i).
Definition normalised (x : Token -> U) i := vscale (/ vnorm (push x i)) (push x i).
Definition projected_push (z : Token -> U) i := vscale (/ length i) (tangent_part (after i) (D z i)).

Lemma length_of_push i : vnorm (push p i) = length i.
Proof.
  assert (Q := Pos i). unfold vnorm. rewrite There, inner_scale_l, inner_scale_r, Unit, Rmult_1_r.
  apply sqrt_square. lra.
Qed.
Lemma normalised_there i : normalised p i = after i.
Proof.
  assert (Q := Pos i). unfold normalised. rewrite length_of_push, There, vscale_vscale, Rinv_l by lra.
  apply vscale_one.
Qed.
Lemma normalised_component i :
  is_fderive_on (S := X) everywhere (fun x : X => normalised x i) (p : X) (fun z => projected_push z i).
Proof.
  assert (R0 := Pos i). eapply fderive_eq.
  - unfold normalised, vnorm.
    eapply (fderive_times (S := X) everywhere (fun x : X => / sqrt (inner (push x i) (push x i)) : real_line)
      (fun x : X => push x i) p _ _).
    2: apply Moves.
    eapply (fderive_chain (S := X) everywhere (fun t => / sqrt t) (fun x : X => inner (push x i) (push x i)
      : real_line) p _ _).
    2: exact (fderive_inner (S := X) everywhere _ _ p _ _ (Moves i) (Moves i)).
    apply (derive_inv_sqrt (fun t => t) _ 1); [|apply derive_id].
    rewrite <- vnorm_square, length_of_push. apply Rmult_lt_0_compat; exact R0.
  - intro z. cbv beta. fold (vnorm (push p i)). rewrite length_of_push, There.
    unfold projected_push, tangent_part. set (u := D z i). set (r := length i) in *.
    apply inner_ext. intro q. unfold vsub. simpl.
    repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_add_r || rewrite inner_scale_r).
    rewrite (inner_sym _ u (after i)). field. lra.
Qed.
Theorem normalised_derivative : is_fderive_on (S := X) (U := X) everywhere (normalised : X -> X) p projected_push.
Proof. apply (fderive_family tokens L X U everywhere (normalised : X -> X)). exact normalised_component. Qed.
Lemma defined_near : exists d, 0 < d /\ forall x : X, vnorm (vsub x (p : X)) < d -> forall i, 0 < vnorm (push x i).
Proof.
  assert (Q : forall T : list Token, exists d, 0 < d /\ forall x : X, vnorm (vsub x (p : X)) < d ->
    forall i, In i T -> 0 < vnorm (push x i)).
  { intro T. induction T as [|a T [d [Dp IH]]]; [exists 1; split; [lra|]; intros x _ i []|].
    destruct (fderive_continuous everywhere _ (p : X) _ _ (Moves a) (Pos a)) as [c [C H]].
    exists (Rmin c d). split; [apply Rmin_glb_lt; auto|]. intros x Hx i [<-|I].
    - specialize (H x Logic.I (Rlt_le_trans _ _ _ Hx (Rmin_l _ _))). rewrite vnorm_opposite in H.
      assert (G := vnorm_gap (push p a) (push x a)). rewrite length_of_push in G. lra.
    - apply (IH x (Rlt_le_trans _ _ _ Hx (Rmin_r _ _)) i I). }
  destruct (Q tokens) as [d [Dp H]]. exists d. split; [exact Dp|]. intros x Hx i. apply (H x Hx i), L.
Qed.
(* As a claim says it, for a push m and a linear map K by formulas of its own. *)
Theorem normalised_told (m K : (Token -> U) -> Token -> U) : (forall x i, m x i = push x i) ->
  (forall z i, K z i = projected_push z i) -> forall eta, 0 < eta -> exists d, 0 < d /\
  forall y : Token -> U, (forall i, vnorm (vsub (y i) (p i)) <= d) -> exists z : Token -> U,
    (forall i, vnorm (m y i) <> 0 /\ z i = vscale (/ vnorm (m y i)) (m y i)) /\
    forall i, vnorm (vsub (z i) (vadd (after i) (K (fun j => vsub (y j) (p j)) i))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) (p j))).
Proof.
  intros M HK eta E.
  destruct (derivative_by_tokens tokens Tokens normalised projected_push p
    (fun x => forall i, 0 < vnorm (push x i)) normalised_derivative defined_near eta E) as [d [Dp H]].
  exists d. split; [exact Dp|]. intros y Hy. destruct (H y Hy) as [Def Near]. exists (normalised y). split.
  - intro i. rewrite !M. split; [apply Rgt_not_eq, Def | reflexivity].
  - intro i. specialize (Near i). rewrite normalised_there in Near. rewrite HK. exact Near.
Qed.
End Normalised.

(* The same off the spheres, if a layer is continued there by |x_i|^(2 kappa) times it. *)
Section Continued.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (push J : (Token -> U) -> Token -> U)
  (p after : Token -> U) (kappa : R).
Hypothesis Tokens : enumerates tokens.
Let L : lists tokens := proj2 (proj2 Tokens).
Let X := states U tokens L.
Hypothesis Layer : forall i, is_fderive_on (S := X) everywhere (fun x : X => normalised push x i) (p : X) (fun z => J z i).
Hypothesis Near : exists d, 0 < d /\ forall x : X, vnorm (vsub x (p : X)) < d -> forall i, 0 < vnorm (push x i).
Hypothesis There : forall i, normalised push p i = after i.
Hypothesis On : forall i, inner (p i) (p i) = 1.
Definition continued (x : Token -> U) i := vscale (exp (kappa * ln (inner (x i) (x i)))) (normalised push x i).
Definition continued_jacobian (z : Token -> U) i :=
  vadd (J z i) (vscale (2 * kappa * inner (p i) (z i)) (after i)).
Lemma continued_derivative : is_fderive_on (S := X) (U := X) everywhere (continued : X -> X) p continued_jacobian.
Proof.
  apply (fderive_family tokens L X U everywhere (continued : X -> X)). intro i. eapply fderive_eq.
  - eapply (fderive_times (S := X) everywhere (fun x : X => exp (kappa * ln (inner (x i) (x i))) : real_line)
      (fun x : X => normalised push x i) p _ _); [|apply Layer].
    eapply (fderive_chain (S := X) everywhere (fun t => exp (kappa * ln t)) (fun x : X => inner (x i) (x i)
      : real_line) p _ kappa).
    + rewrite On. auto_derive; [lra|]. rewrite ln_1, Rmult_0_r, exp_0. field.
    + exact (fderive_inner (S := X) everywhere (fun x : X => x i) (fun x : X => x i) p (fun z : X => z i)
        (fun z : X => z i) (fderive_component tokens L U everywhere i p) (fderive_component tokens L U everywhere i p)).
  - intro z. cbv beta. rewrite On, ln_1, Rmult_0_r, exp_0, There. unfold continued_jacobian.
    apply inner_ext. intro q. repeat (rewrite inner_add_l || rewrite inner_scale_l).
    rewrite (inner_sym _ (z i) (p i)). simpl. ring.
Qed.
Lemma off_the_origin (y : Token -> U) i : vnorm (vsub (y i) (p i)) <= 1 / 2 -> 0 < inner (y i) (y i).
Proof.
  intro H. rewrite <- vnorm_square. assert (G := vnorm_gap (p i) (y i)). rewrite vnorm_opposite in G.
  assert (One : vnorm (p i) = 1) by (unfold vnorm; rewrite On; apply sqrt_1).
  apply Rmult_lt_0_compat; lra.
Qed.
Theorem continued_told (m K : (Token -> U) -> Token -> U) : (forall x i, m x i = push x i) ->
  (forall z i, K z i = continued_jacobian z i) -> forall eta, 0 < eta -> exists d, 0 < d /\
  forall y : Token -> U, (forall i, vnorm (vsub (y i) (p i)) <= d) -> exists z : Token -> U,
    (forall i, 0 < inner (y i) (y i) /\ vnorm (m y i) <> 0 /\
      z i = vscale (exp (kappa * ln (inner (y i) (y i)))) (vscale (/ vnorm (m y i)) (m y i))) /\
    forall i, vnorm (vsub (z i) (vadd (after i) (K (fun j => vsub (y j) (p j)) i))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) (p j))).
Proof.
  intros M HK eta E.
  destruct (derivative_by_tokens tokens Tokens continued continued_jacobian p
    (fun x => forall i, 0 < vnorm (push x i)) continued_derivative Near eta E) as [d [Dp H]].
  exists (Rmin d (1 / 2)). split; [apply Rmin_glb_lt; lra|]. intros y Hy.
  destruct (H y (fun i => Rle_trans _ _ _ (Hy i) (Rmin_l _ _))) as [Def Close]. exists (continued y). split.
  - intro i. rewrite !M. split; [apply off_the_origin; eapply Rle_trans; [apply Hy | apply Rmin_r]|].
    split; [apply Rgt_not_eq, Def | reflexivity].
  - intro i. specialize (Close i). unfold continued at 2 in Close.
    rewrite On, ln_1, Rmult_0_r, exp_0, vscale_one, There in Close. rewrite HK. exact Close.
Qed.
End Continued.

(* ------------------------------------------------------------------ pulls *)

Section Pulls.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau : R) (p : Token -> U).
Hypothesis Tokens : enumerates tokens.
Let L : lists tokens := proj2 (proj2 Tokens).
Let X := states U tokens L.
Hypothesis LV : linear V.
Hypothesis BV : bounded V.
(* Tokens that are moved by what V makes of a pull. *)
Lemma push_derivative (pull D : (Token -> U) -> Token -> U) i :
  is_fderive_on (S := X) everywhere (fun x : X => pull x i) (p : X) (fun z => D z i) ->
  is_fderive_on (S := X) everywhere (fun x : X => vadd (x i) (vscale tau (V (pull x i)))) (p : X)
    (fun z : X => vadd (z i) (vscale tau (V (D z i)))).
Proof.
  intro H. apply (fderive_add (S := X) everywhere (fun x : X => x i) _ (p : X) (fun z : X => z i));
    [apply fderive_component|].
  apply fderive_scale. apply (fderive_apply (S := X) everywhere V (fun x : X => pull x i)); auto.
Qed.
(* Weights that do not move. *)
Lemma fixed_pull_derivative (w : Token -> R) :
  is_fderive_on (S := X) everywhere (fun x : X => vtotal tokens (fun j => vscale (w j) (x j))) (p : X)
    (fun z : X => vtotal tokens (fun j => vscale (w j) (z j))).
Proof.
  apply (fderive_vtotal (S := X) everywhere tokens (fun j (x : X) => vscale (w j) (x j)) (p : X)
    (fun j (z : X) => vscale (w j) (z j))).
  intro j. apply fderive_scale. apply fderive_component.
Qed.
End Pulls.

Section Attention.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (N : Token -> Token -> R) (P P_T : U -> U)
  (p : Token -> U).
Hypothesis Tokens : enumerates tokens.
Let L : lists tokens := proj2 (proj2 Tokens).
Let X := states U tokens L.
Hypothesis AP : adjoint P P_T.
Hypothesis BP : bounded P.
Hypothesis Rows : forall i, 0 < seen_total tokens N P p i.
Let LP : linear P := adjoint_linear P P_T AP.
Definition score_change (z : Token -> U) i j := inner (z i) (P (p j)) + inner (p i) (P (z j)).
Let w := masked_weight tokens N P.
Lemma exponential_derivative i j :
  is_fderive_on (S := X) (U := real_line) everywhere (fun x => exp (inner (x i) (P (x j)))) (p : X)
    (fun z => exp (inner (p i) (P (p j))) * score_change z i j).
Proof.
  eapply (fderive_chain (S := X) everywhere exp (fun x : X => inner (x i) (P (x j)) : real_line) p).
  - apply is_derive_exp.
  - eapply (fderive_inner (S := X) everywhere (fun x : X => x i) (fun x : X => P (x j)) p (fun z : X => z i)
      (fun z : X => P (z j))).
    + apply fderive_component.
    + apply (fderive_apply (S := X) everywhere P (fun x : X => x j)); auto. apply fderive_component.
Qed.
Lemma seen_total_derivative i : is_fderive_on (S := X) (U := real_line) everywhere
  (fun x => seen_total tokens N P x i) (p : X)
  (fun z => total tokens (fun k => N i k * (exp (inner (p i) (P (p k))) * score_change z i k))).
Proof.
  assert (Q : forall T, is_fderive_on (S := X) (U := real_line) everywhere
    (fun x => total T (fun k => N i k * exp (inner (x i) (P (x k))))) (p : X)
    (fun z => total T (fun k => N i k * (exp (inner (p i) (P (p k))) * score_change z i k)))); [|exact (Q tokens)].
  induction T as [|k T IH]; simpl.
  - apply (fderive_const (S := X) (U := real_line) everywhere 0).
  - apply (fderive_add (S := X) (U := real_line) everywhere (fun x : X => N i k * exp (inner (x i) (P (x k))))
      _ p (fun z => N i k * (exp (inner (p i) (P (p k))) * score_change z i k))); [|exact IH].
    exact (fderive_scale (S := X) (U := real_line) everywhere (N i k) (fun x : X => exp (inner (x i) (P (x k)))) p
      _ (exponential_derivative i k)).
Qed.
(* A weight changes by what its score does, less the mean of that over the row. *)
Lemma weight_derivative i j : is_fderive_on (S := X) (U := real_line) everywhere (fun x => w x i j) (p : X)
  (fun z => w p i j * (score_change z i j - total tokens (fun k => w p i k * score_change z i k))).
Proof.
  assert (Q := Rows i). eapply fderive_eq.
  - unfold w, masked_weight, Rdiv. apply (fderive_scale (S := X) (U := real_line) everywhere (N i j)).
    eapply (fderive_times (S := X) (U := real_line) everywhere (fun x : X => exp (inner (x i) (P (x j))) : real_line)
      (fun x : X => / seen_total tokens N P x i) p _ _ (exponential_derivative i j)).
    eapply (fderive_chain (S := X) everywhere Rinv _ p _); [|exact (seen_total_derivative i)].
    apply (derive_inv (fun t => t) _ 1); [lra | apply derive_id].
  - intro z. simpl. unfold w, masked_weight. set (E := exp (inner (p i) (P (p j)))).
    set (S := seen_total tokens N P p i) in *.
    rewrite (total_ext tokens (fun k => N i k * (exp (inner (p i) (P (p k))) / S) * score_change z i k)
      (fun k => / S * (N i k * (exp (inner (p i) (P (p k))) * score_change z i k)))) by (intro; unfold Rdiv; ring).
    rewrite total_scale. field. lra.
Qed.
Definition attended i := vtotal tokens (fun j => vscale (w p i j) (p j)).
Definition attended_change (z : Token -> U) i := vadd
  (vtotal tokens (fun j => vscale (w p i j) (vadd (z j) (vscale (inner (p i) (P (z j))) (vsub (p j) (attended i))))))
  (vsub (vtotal tokens (fun j => vscale (w p i j * inner (p j) (P_T (z i))) (p j)))
    (vscale (inner (attended i) (P_T (z i))) (attended i))).
Theorem attended_derivative i : is_fderive_on (S := X) everywhere
  (fun x : X => vtotal tokens (fun j => vscale (w x i j) (x j))) (p : X) (fun z => attended_change z i).
Proof.
  eapply fderive_eq.
  - apply (fderive_vtotal (S := X) everywhere tokens (fun j (x : X) => vscale (w x i j) (x j)) (p : X)). intro j.
    apply (fderive_times (S := X) everywhere (fun x : X => w x i j : real_line) (fun x : X => x j) p _ (fun z : X => z j)
      (weight_derivative i j)). apply fderive_component.
  - intro z. apply inner_ext. intro q. set (W := w p i). set (D := fun j => inner (p i) (P (z j))).
    set (u := P_T (z i)). set (s := attended i).
    assert (Adj : forall j, inner (z i) (P (p j)) = inner (p j) u).
    { intro j. rewrite inner_sym. apply AP. }
    assert (Sq : forall y, inner s y = total tokens (fun j => W j * inner (p j) y)).
    { intro y. unfold s, attended. rewrite inner_vtotal_l. apply total_ext. intro j. apply inner_scale_l. }
    set (mean := total tokens (fun k => W k * inner (p k) u) + total tokens (fun k => W k * D k)).
    transitivity (total tokens (fun j => W j * inner (p j) u * inner (p j) q) +
      total tokens (fun j => W j * (inner (z j) q + D j * inner (p j) q)) - mean * inner s q).
    + rewrite inner_vtotal_l, Sq. unfold Rminus. rewrite Ropp_mult_distr_l, <- total_scale, <- !total_add.
      apply total_ext. intro j. rewrite inner_add_l, !inner_scale_l. cbv beta.
      replace (total tokens (fun k => W k * score_change z i k)) with mean.
      * unfold score_change. rewrite Adj. unfold W, D. ring.
      * unfold mean. rewrite <- total_add. apply total_ext. intro k. unfold score_change. rewrite Adj.
        unfold W, D. ring.
    + unfold attended_change, vsub. fold u s.
      repeat (rewrite inner_add_l || rewrite inner_scale_l). rewrite !inner_vtotal_l.
      rewrite (total_ext tokens (fun j => inner (vscale (w p i j) (vadd (z j) (vscale (inner (p i) (P (z j)))
        (vadd (p j) (vscale (-1) s))))) q) (fun j => W j * (inner (z j) q + D j * inner (p j) q) +
        - inner s q * (W j * D j))).
      * rewrite total_add, total_scale, (Sq u). unfold mean.
        rewrite (total_ext tokens (fun j => inner (vscale (w p i j * inner (p j) u) (p j)) q)
          (fun j => W j * inner (p j) u * inner (p j) q)); [ring|]. intro j. apply inner_scale_l.
      * intro j. repeat (rewrite inner_add_l || rewrite inner_scale_l). unfold W, D. ring.
Qed.
End Attention.

(* ------------------------------------------------------------------ consensus *)

(* At a consensus v, which is sent to v or to -v, whatever makes the weights. *)
Section Consensus.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U)
  (w : (Token -> U) -> Token -> Token -> R) (tau lam : R) (v : U).
Hypothesis Tokens : enumerates tokens.
Let X := states U tokens (proj2 (proj2 Tokens)).
Hypothesis LV : linear V.
Hypothesis BV : bounded V.
Hypothesis Unit : inner v v = 1.
Hypothesis Eigen : V v = vscale lam v.
Let rho := 1 + tau * lam.
Hypothesis Rho : rho <> 0.
Hypothesis Smooth : forall i j, differentiable_at (S := X) (fun x => w x i j) (consensus v).
Hypothesis Ones : forall x i, total tokens (w x i) = 1.
Hypothesis Equal : forall i j, w (consensus v) i j = / size tokens.
Definition mean_push (z : Token -> U) i := vadd (z i) (vscale tau (V (vscale (/ size tokens) (vtotal tokens (fun j => z j))))).
Definition agreed_jacobian (z : Token -> U) i :=
  vscale (/ sqrt (rho ^ 2)) (vsub (mean_push z i) (vscale (inner v (mean_push z i)) v)).
Let push (x : Token -> U) i := vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (w x i j) (x j))))).
Lemma length_positive : 0 < sqrt (rho ^ 2).
Proof. apply sqrt_lt_R0. replace (rho ^ 2) with (Rsqr rho) by (unfold Rsqr; ring). apply Rsqr_pos_lt, Rho. Qed.
Lemma length_square : sqrt (rho ^ 2) * sqrt (rho ^ 2) = rho * rho.
Proof. rewrite sqrt_sqrt; [ring|]. replace (rho ^ 2) with (Rsqr rho) by (unfold Rsqr; ring). apply Rle_0_sqr. Qed.
(* Radial perturbations are lost. *)
Lemma radial_is_lost (a : Token -> R) i : agreed_jacobian (fun j => vscale (a j) v) i = vzero.
Proof.
  unfold agreed_jacobian, mean_push.
  replace (vtotal tokens (fun j => vscale (a j) v)) with (vscale (total tokens a) v).
  - rewrite !(proj2 LV), Eigen. apply inner_ext. intro q. unfold vsub.
    repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_add_r || rewrite inner_scale_r).
    rewrite Unit, inner_zero_l. ring.
  - apply inner_ext. intro q. rewrite inner_scale_l, inner_vtotal_l, <- total_scale_r. apply total_ext. intro j.
    symmetry. apply inner_scale_l.
Qed.
Let image : Token -> U := fun _ => vscale (rho / sqrt (rho ^ 2)) v.
Lemma push_moves i : is_fderive_on (S := X) everywhere (fun x : X => push x i) (consensus v : X) (fun z => mean_push z i).
Proof.
  apply (push_derivative tokens V tau (consensus v) Tokens LV BV (fun x i => vtotal tokens (fun j =>
    vscale (w x i j) (x j))) (fun z _ => vscale (/ size tokens) (vtotal tokens (fun j => z j))) i).
  apply (fderive_pooled tokens (fun _ : unit => w) v Tokens (fun _ => Smooth) (fun _ => Ones) (fun _ => Equal) tt i).
Qed.
Lemma image_is_unit i : inner (image i) (image i) = 1.
Proof.
  assert (Pos := length_positive). assert (Sq := length_square). unfold image. set (r := sqrt (rho ^ 2)) in *.
  rewrite inner_scale_l, inner_scale_r, Unit.
  replace (rho / r * (rho / r * 1)) with (rho * rho / (r * r)) by (field; lra). rewrite Sq. field. exact Rho.
Qed.
Lemma push_there i : push (consensus v) i = vscale (sqrt (rho ^ 2)) (image i).
Proof.
  assert (Pos := length_positive). unfold push, image. set (r := sqrt (rho ^ 2)) in *.
  replace (vtotal tokens (fun j => vscale (w (consensus v) i j) (consensus v j))) with v.
  - rewrite Eigen. apply inner_ext. intro q. rewrite inner_add_l, !inner_scale_l. unfold consensus, rho. field. lra.
  - apply inner_ext. intro q. rewrite inner_vtotal_l.
    rewrite (total_ext tokens _ (fun j => w (consensus v) i j * inner v q)) by (intro j; apply inner_scale_l).
    rewrite total_scale_r, Ones. ring.
Qed.
Lemma agreed_is_projected z i :
  agreed_jacobian z i = projected_push (fun z i => mean_push z i) image (fun _ => sqrt (rho ^ 2)) z i.
Proof.
  assert (Pos := length_positive). assert (Sq := length_square).
  unfold agreed_jacobian, projected_push, tangent_part, image. set (r := sqrt (rho ^ 2)) in *. set (u := mean_push z i).
  f_equal. f_equal. rewrite inner_scale_l, vscale_vscale. f_equal.
  replace (rho / r * inner v u * (rho / r)) with (rho * rho / (r * r) * inner v u) by (field; lra).
  rewrite Sq. field. exact Rho.
Qed.
Theorem agreement_told (m K : (Token -> U) -> Token -> U) : (forall x i, m x i = push x i) ->
  (forall z i, K z i = agreed_jacobian z i) -> forall eta, 0 < eta -> exists d, 0 < d /\
  forall y : Token -> U, (forall i, vnorm (vsub (y i) v) <= d) -> exists z : Token -> U,
    (forall i, vnorm (m y i) <> 0 /\ z i = vscale (/ vnorm (m y i)) (m y i)) /\
    forall i, sqrt (rho ^ 2) <> 0 /\
      vnorm (vsub (z i) (vadd (vscale (rho / sqrt (rho ^ 2)) v) (K (fun j => vsub (y j) v) i))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) v)).
Proof.
  intros M HK eta E. assert (Pos := length_positive).
  destruct (normalised_told tokens push (fun z i => mean_push z i) (consensus v) image (fun _ => sqrt (rho ^ 2)) Tokens
    push_moves (fun _ => Pos) image_is_unit push_there m K M (fun z i => eq_trans (HK z i) (agreed_is_projected z i))
    eta E) as [d [D H]].
  exists d. split; [exact D|]. intros y Hy. destruct (H y Hy) as [z [Z Near]]. exists z. split; [exact Z|].
  intro i. split; [lra | apply Near].
Qed.
Theorem agreement_continued (kappa : R) (m K : (Token -> U) -> Token -> U) : (forall x i, m x i = push x i) ->
  (forall z i, K z i = vadd (agreed_jacobian z i) (vscale (2 * kappa * inner v (z i)) (vscale (rho / sqrt (rho ^ 2)) v))) ->
  forall eta, 0 < eta -> exists d, 0 < d /\
  forall y : Token -> U, (forall i, vnorm (vsub (y i) v) <= d) -> exists z : Token -> U,
    (forall i, 0 < inner (y i) (y i) /\ vnorm (m y i) <> 0 /\
      z i = vscale (exp (kappa * ln (inner (y i) (y i)))) (vscale (/ vnorm (m y i)) (m y i))) /\
    forall i, sqrt (rho ^ 2) <> 0 /\
      vnorm (vsub (z i) (vadd (vscale (rho / sqrt (rho ^ 2)) v) (K (fun j => vsub (y j) v) i))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) v)).
Proof.
  intros M HK eta E. assert (Pos := length_positive).
  destruct (continued_told tokens push (projected_push (fun z i => mean_push z i) image (fun _ => sqrt (rho ^ 2)))
    (consensus v) image kappa Tokens
    (normalised_component tokens push _ (consensus v) image _ Tokens push_moves (fun _ => Pos) image_is_unit push_there)
    (defined_near tokens push _ (consensus v) image _ Tokens push_moves (fun _ => Pos) image_is_unit push_there)
    (normalised_there push (consensus v) image _ (fun _ => Pos) image_is_unit push_there)
    (fun _ => Unit) m K M) with (eta := eta) as [d [D H]].
  - intros z i. rewrite HK, agreed_is_projected. reflexivity.
  - exact E.
  - exists d. split; [exact D|]. intros y Hy. destruct (H y Hy) as [z [Z Near]]. exists z. split; [exact Z|].
    intro i. split; [lra | apply Near].
Qed.
End Consensus.
(* The Oja map has equal weights everywhere. *)
Section Mean.
Context {U : inner_product_space} {Token : Type} (tokens : list Token).
Hypothesis Tokens : enumerates tokens.
Lemma mean_weights_smooth (p : Token -> U) : differentiable_at (S := states U tokens (proj2 (proj2 Tokens)))
  (fun _ => 1 / size tokens) p.
Proof.
  eexists. apply (fderive_const (S := states U tokens (proj2 (proj2 Tokens))) (U := real_line) everywhere (1 / size tokens)).
Qed.
Lemma mean_weights_total : total tokens (fun _ => 1 / size tokens) = 1.
Proof.
  assert (N := size_positive tokens Tokens).
  rewrite (total_ext tokens (fun _ => 1 / size tokens) (fun _ => / size tokens * 1)) by (intro; field; lra).
  rewrite total_scale. change (total tokens (fun _ => 1)) with (size tokens). field. lra.
Qed.
End Mean.
