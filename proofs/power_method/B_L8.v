(* B-L8: what rests in a layer of self-attention, token by token. *)
From Coq Require Import Reals.
From Kernel Require Import Prelude Resting.
Open Scope R_scope.

Lemma rests {S : inner_product_space} {Token : Type} (x p : Token -> S) tau : (forall i, inner (x i) (x i) = 1) -> 0 < tau ->
  (forall i, sqrt (inner (vadd (x i) (vscale tau (p i))) (vadd (x i) (vscale tau (p i)))) <> 0 /\
    vscale (/ sqrt (inner (vadd (x i) (vscale tau (p i))) (vadd (x i) (vscale tau (p i))))) (vadd (x i) (vscale tau (p i))) = x i)
  <-> forall i, exists a, p i = vscale a (x i) /\ 0 < 1 + tau * a.
Proof.
  intros Unit Step. split; intros H i; [apply -> (layer_rests (x i)) | apply <- (layer_rests (x i))]; auto.
Qed.
