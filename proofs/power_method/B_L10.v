(* B-L10: the derivative of self-attention at any state, under any mask. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SmoothWeights Masks Jacobians.
From Kernel Require Import Valued.
Open Scope R_scope.

Section Attending.
Context {Space : inner_product_space} {Token : Type} (tokens : list Token) (A N : Token -> Token -> R)
  (x m after : Token -> Space) (P P_T V V_T : Space -> Space) (tau : R) (length : Token -> R).
Definition pushed (y : Token -> Space) i := vadd (y i) (vscale tau (V (vtotal tokens (fun j =>
  vscale (N i j) (vscale (exp (inner (y i) (P (y j))) / total tokens (fun k => N i k * exp (inner (y i) (P (y k)))))
    (y j)))))).
Definition change (z : Token -> Space) i := vadd (z i) (vscale tau (V (vadd (vtotal tokens (fun j =>
    vscale (N i j) (vscale (A i j) (vadd (z j) (vscale (inner (P_T (x i)) (z j)) (vsub (x j) (m i)))))))
  (vsub (vtotal tokens (fun j => vscale (N i j) (vscale (A i j * inner (x j) (P_T (z i))) (x j))))
    (vscale (inner (m i) (P_T (z i))) (m i)))))).
Lemma attention_moves :
  ((forall i j, total tokens (fun k => N i k * exp (inner (x i) (P (x k)))) <> 0 /\
      A i j = exp (inner (x i) (P (x j))) / total tokens (fun k => N i k * exp (inner (x i) (P (x k))))) /\
    (forall i, m i = vtotal tokens (fun j => vscale (N i j) (vscale (A i j) (x j))))) /\
    (forall i, vadd (x i) (vscale tau (V (m i))) = vscale (length i) (after i)) ->
  enumerates tokens -> adjoint P P_T -> indicator N -> adjoint V V_T -> bounded_operator P -> bounded_operator V ->
  (forall i, 1 <= total tokens (fun j => N i j)) -> (forall i, 0 < length i) ->
  (forall i, inner (after i) (after i) = 1) -> forall eta, 0 < eta -> exists d, 0 < d /\
  forall y : Token -> Space, (forall i, vnorm (vsub (y i) (x i)) <= d) -> exists z : Token -> Space,
    (forall i, vnorm (pushed y i) <> 0 /\
      (forall j : Token, total tokens (fun k => N i k * exp (inner (y i) (P (y k)))) <> 0) /\
      z i = vscale (/ vnorm (pushed y i)) (pushed y i)) /\
    forall i, vnorm (vsub (z i) (vadd (after i) (vscale (/ length i)
        (vsub (change (fun j => vsub (y j) (x j)) i)
          (vscale (inner (after i) (change (fun j => vsub (y j) (x j)) i)) (after i)))))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) (x j))).
Proof.
  intros [[Weights Means] There] ET AP IndN AV BP BV Seen Pos Unit.
  assert (LV := adjoint_linear V V_T AV).
  set (w := masked_weight tokens N P).
  assert (Sums : forall y i, 0 < seen_total tokens N P y i).
  { intros y i. apply seen_positive; auto. intro j. apply exp_pos. }
  assert (W : forall i j, N i j * A i j = w x i j).
  { intros i j. unfold w, masked_weight. f_equal. apply Weights. }
  assert (S : forall i, m i = attended tokens N P x i).
  { intro i. rewrite Means, masked_sum. unfold attended. f_equal. apply functional_extensionality. intro j.
    rewrite W. reflexivity. }
  set (push := fun (y : Token -> Space) i => vadd (y i) (vscale tau (V (vtotal tokens (fun j =>
    vscale (w y i j) (y j)))))).
  set (D := fun (z : Token -> Space) i => vadd (z i) (vscale tau (V (attended_change tokens N P P_T x z i)))).
  assert (Moves : forall i, is_fderive_on (S := states Space tokens (proj2 (proj2 ET))) everywhere
    (fun y => push y i) x (fun z => D z i)).
  { intro i. apply (push_derivative tokens V tau x ET LV BV (fun y i => vtotal tokens (fun j =>
      vscale (w y i j) (y j))) (attended_change tokens N P P_T x) i).
    apply (attended_derivative tokens N P P_T x ET AP BP (Sums x) i). }
  assert (Goes : forall i, push x i = vscale (length i) (after i)).
  { intro i. rewrite <- There, S. reflexivity. }
  assert (Change : forall z i, vadd (vtotal tokens (fun j => vscale (N i j) (vscale (A i j) (vadd (z j)
      (vscale (inner (P_T (x i)) (z j)) (vsub (x j) (m i)))))))
      (vsub (vtotal tokens (fun j => vscale (N i j) (vscale (A i j * inner (x j) (P_T (z i))) (x j))))
        (vscale (inner (m i) (P_T (z i))) (m i))) = attended_change tokens N P P_T x z i).
  { intros z i. unfold attended_change. rewrite <- S. fold w. apply inner_ext. intro q. unfold vsub.
    repeat (rewrite inner_add_l || rewrite inner_scale_l). rewrite !inner_vtotal_l. f_equal; [|f_equal].
    - apply total_ext. intro j. rewrite <- W.
      replace (inner (P_T (x i)) (z j)) with (inner (x i) (P (z j))) by (rewrite inner_sym, AP; apply inner_sym).
      repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
    - apply total_ext. intro j. rewrite <- W. rewrite !inner_scale_l. ring. }
  set (J := fun z i => vscale (/ length i) (vsub (change z i) (vscale (inner (after i) (change z i)) (after i)))).
  assert (HJ : forall z i, J z i = projected_push D after length z i).
  { intros z i. unfold J, change. rewrite Change. reflexivity. }
  intros eta Eta.
  assert (Told := normalised_told tokens push D x after length ET Moves Pos Unit Goes pushed
    J (fun y i => f_equal (fun s => vadd (y i) (vscale tau (V s)))
      (masked_sum tokens N (fun i j => exp (inner (y i) (P (y j))) / seen_total tokens N P y i) y i))
    HJ eta Eta).
  told_with_sums Told Sums.
Qed.
End Attending.
