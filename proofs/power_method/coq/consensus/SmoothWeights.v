(* Attention weights of bilinear scores are differentiable functions of the tokens, under any mask that lets
   every token see one; and what a derivative says token by token. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Drawn Frechet ConsensusLayer.
Open Scope R_scope.

Section Weights.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (N : Token -> Token -> R) (P : U -> U).
Hypothesis Tokens : enumerates tokens.
Let L : lists tokens := proj2 (proj2 Tokens).
Let X := states U tokens L.
Hypothesis LP : linear P.
Hypothesis BP : bounded P.
Context (p : X).
Definition seen_total (x : Token -> U) i := total tokens (fun k => N i k * exp (inner (x i) (P (x k)))).
Definition masked_weight (x : Token -> U) i j := N i j * (exp (inner (x i) (P (x j))) / seen_total x i).
(* Rows are what exponentials are divided by. *)
Hypothesis Rows : forall i, 0 < seen_total p i.
Lemma exponential_differentiable i j :
  differentiable_at (S := X) (fun x => exp (inner (x i) (P (x j)))) p.
Proof.
  eexists. eapply (fderive_chain (S := X) everywhere exp (fun x : X => inner (x i) (P (x j)) : real_line) p).
  - apply is_derive_exp.
  - eapply (fderive_inner (S := X) everywhere (fun x : X => x i) (fun x : X => P (x j))).
    + apply fderive_component.
    + eapply (fderive_apply (S := X) everywhere P (fun x : X => x j)); auto. apply fderive_component.
Qed.
Lemma seen_total_differentiable i : differentiable_at (S := X) (fun x => seen_total x i) p.
Proof.
  assert (Q : forall T, differentiable_at (S := X) (fun x => total T (fun k => N i k * exp (inner (x i) (P (x k))))) p).
  { induction T as [|k T [J HJ]]; simpl.
    - eexists. apply (fderive_const (S := X) (U := real_line) everywhere 0).
    - destruct (exponential_differentiable i k) as [K HK]. eexists.
      eapply (fderive_add (S := X) (U := real_line) everywhere _ _ p); [|exact HJ].
      exact (fderive_scale (S := X) (U := real_line) everywhere (N i k) (fun x : X => exp (inner (x i) (P (x k)))) p K HK). }
  exact (Q tokens).
Qed.
Lemma masked_weight_differentiable i j : differentiable_at (S := X) (fun x => masked_weight x i j) p.
Proof.
  destruct (seen_total_differentiable i) as [J HJ]. destruct (exponential_differentiable i j) as [K HK].
  eexists. unfold masked_weight, Rdiv.
  apply (fderive_scale (S := X) (U := real_line) everywhere (N i j)).
  eapply (fderive_times (S := X) (U := real_line) everywhere (fun x : X => exp (inner (x i) (P (x j))) : real_line)
    (fun x : X => / seen_total x i) p _ _ HK).
  eapply (fderive_chain (S := X) everywhere Rinv _ p J); [|exact HJ].
  apply (derive_inv (fun t => t) _ 1); [|apply derive_id]. assert (Q := Rows i). lra.
Qed.
End Weights.

(* A derivative in the space of all tokens' states, told of each token. *)
Section Tokens.
Context {U : inner_product_space} {Token : Type} (tokens : list Token).
Hypothesis Tokens : enumerates tokens.
Let L : lists tokens := proj2 (proj2 Tokens).
Let X := states U tokens L.
Context (f J : X -> X) (p : X).
Lemma near_by_tokens (x : X) d : 0 <= d -> (forall i, vnorm (vsub (x i) (p i)) <= d) ->
  vnorm (vsub x p) <= size tokens * d.
Proof. intros D H. apply (vnorm_states U tokens L (vsub x p) d D). exact H. Qed.
Theorem derivative_by_tokens (defined : X -> Prop) : is_fderive_on (S := X) (U := X) everywhere f p J ->
  (exists r, 0 < r /\ forall x : X, vnorm (vsub x p) < r -> defined x) ->
  forall eps, 0 < eps -> exists d, 0 < d /\ forall x : Token -> U, (forall i, vnorm (vsub (x i) (p i)) <= d) ->
    defined x /\ forall i, vnorm (vsub (f x i) (vadd (f p i) (J (fun j => vsub (x j) (p j)) i))) <=
      eps * total tokens (fun j => vnorm (vsub (x j) (p j))).
Proof.
  intros [_ [_ D]] [r [R Def]] eps E. destruct (D eps E) as [d [Dp H]].
  assert (N0 : 0 <= size tokens) by (apply total_nonneg; intro; lra).
  set (m := Rmin r d). assert (M0 : 0 < m) by (apply Rmin_glb_lt; auto).
  set (c := m / (size tokens + 1)). assert (C0 : 0 < c) by (apply Rdiv_lt_0_compat; lra).
  exists c. split; [exact C0|]. intros x Hx.
  assert (Near : vnorm (vsub (x : X) p) < m).
  { eapply Rle_lt_trans; [apply (near_by_tokens x c); [lra | exact Hx]|].
    apply Rlt_le_trans with ((size tokens + 1) * c); [apply Rmult_lt_compat_r; lra|].
    right. unfold c. field. lra. }
  split; [apply Def; eapply Rlt_le_trans; [exact Near | apply Rmin_l]|]. intro i.
  specialize (H x Logic.I (Rlt_le_trans _ _ _ Near (Rmin_r _ _))).
  eapply Rle_trans; [apply (vnorm_token U tokens L (vsub (f x) (vadd (f p) (J (vsub (x : X) p)))) i)|].
  eapply Rle_trans; [exact H|]. apply Rmult_le_compat_l; [lra|].
  exact (vnorm_family (vsub (x : X) p)).
Qed.
End Tokens.
