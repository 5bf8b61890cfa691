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
Theorem normalised_derivative : is_fderive_on (S := X) (U := X) everywhere (normalised : X -> X) p projected_push.
Proof.
  apply (fderive_family tokens L X U everywhere (normalised : X -> X)). intro i.
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
Lemma after_is_orthogonal z i : inner (after i) (projected_push z i) = 0.
Proof.
  unfold projected_push, tangent_part, vsub. rewrite inner_scale_r, inner_add_r, !inner_scale_r, Unit. ring.
Qed.
End Normalised.

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
