(* Sums over the tokens that a mask lets a token see. *)
From Coq Require Import Reals Lra List.
From Kernel Require Import Prelude Words Curves Directions.
Open Scope R_scope.

Section Mask.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (N A : Token -> Token -> R).
Lemma masked_sum (x : Token -> U) i : vtotal tokens (fun j => vscale (N i j) (vscale (A i j) (x j))) =
  vtotal tokens (fun j => vscale (N i j * A i j) (x j)).
Proof.
  apply inner_ext. intro q. rewrite !inner_vtotal_l. apply total_ext. intro j. rewrite !inner_scale_l. ring.
Qed.
Lemma masked_numbers (a : Token -> R) i :
  total tokens (fun j => N i j * (A i j * a j)) = total tokens (fun j => N i j * A i j * a j).
Proof. apply total_ext. intro j. ring. Qed.
(* A row of a mask that sees one has a positive sum. *)
Lemma seen_positive (f : Token -> R) i : enumerates tokens -> indicator N -> (forall j, 0 < f j) ->
  1 <= total tokens (N i) -> 0 < total tokens (fun j => N i j * f j).
Proof.
  intros ET Ind F One. destruct (positive_summand tokens (N i) ltac:(lra)) as [j J].
  apply (total_one_positive tokens _ j ET).
  - intro k. apply Rmult_le_pos; [apply indicator_nonneg, Ind | left; apply F].
  - apply Rmult_lt_0_compat; [exact J | apply F].
Qed.
End Mask.
