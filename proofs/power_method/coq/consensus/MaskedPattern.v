(* Softmax attention under a mask at a sign pattern, as a claim writes it: weights, means, lengths, derivative. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SmoothWeights SignPatterns Masks.
Open Scope R_scope.

Section Masked.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (N A : Token -> Token -> R) (P : U -> U) (v : U)
  (eps : Token -> R).
Hypothesis ET : enumerates tokens.
Hypothesis Ind : indicator N.
Hypothesis Seen : forall i, 1 <= total tokens (N i).
Lemma seen_sums x i : 0 < seen_total tokens N P x i.
Proof. apply seen_positive; auto. intro j. apply exp_pos. Qed.
Let w := masked_weight tokens N P.
Let p := pattern v eps.
Lemma masked_pull (x : Token -> U) i : vtotal tokens (fun j => vscale (N i j)
  (vscale (exp (inner (x i) (P (x j))) / seen_total tokens N P x i) (x j))) = one_pull tokens w x i.
Proof. exact (masked_sum tokens N (fun i j => exp (inner (x i) (P (x j))) / seen_total tokens N P x i) x i). Qed.
Hypothesis Weights : forall i j, seen_total tokens N P p i <> 0 /\ A i j = exp (inner (p i) (P (p j))) / seen_total tokens N P p i.
Lemma weights_are i j : N i j * A i j = w p i j.
Proof. unfold w, masked_weight. f_equal. apply Weights. Qed.
Lemma means_are (z : Token -> U) i :
  vtotal tokens (fun j => vscale (N i j) (vscale (A i j) (z j))) = vtotal tokens (fun j => vscale (w p i j) (z j)).
Proof. rewrite masked_sum. f_equal. apply functional_extensionality. intro j. rewrite weights_are. reflexivity. Qed.
Lemma numbers_are (a : Token -> R) i :
  total tokens (fun j => N i j * (A i j * a j)) = total tokens (fun j => w p i j * a j).
Proof. rewrite masked_numbers. apply total_ext. intro j. rewrite weights_are. reflexivity. Qed.
Context (V : U -> U) (tau lam : R) (length : Token -> R).
Hypothesis Lengths : forall i, length i = 1 + tau * lam * eps i * total tokens (fun j => N i j * (A i j * eps j)).
Lemma lengths_are i : length i = pattern_length tokens w tau lam v eps i.
Proof. rewrite Lengths, numbers_are. reflexivity. Qed.
Lemma jacobian_is (z : Token -> U) i :
  vscale (/ length i) (vsub (vadd (z i) (vscale tau (V (vtotal tokens (fun j => vscale (N i j) (vscale (A i j) (z j)))))))
    (vscale (inner v (vadd (z i) (vscale tau (V (vtotal tokens (fun j => vscale (N i j) (vscale (A i j) (z j)))))))) v)) =
  pattern_jacobian tokens V w tau lam v eps z i.
Proof. rewrite means_are, lengths_are. reflexivity. Qed.
End Masked.
