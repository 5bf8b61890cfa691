(* That the softmax weights of a mask have values: what they are divided by is positive. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude.
Open Scope R_scope.

Lemma attended {Token} (tokens : list Token) (mask : Token -> Token -> R) (score : Token -> R) i :
  enumerates tokens -> indicator mask -> (forall j, mask j j = 1) ->
  total tokens (fun k => mask i k * exp (score k)) <> 0.
Proof.
  intros [_ [_ All]] Zero Own. assert (Q := exp_pos (score i)).
  assert (L := total_at_least tokens (fun k => mask i k * exp (score k)) i (All i)).
  cbv beta in L. rewrite Own in L. assert (1 * exp (score i) <= total tokens (fun k => mask i k * exp (score k))).
  { apply L. intro k. assert (P := exp_pos (score k)). destruct (Zero i k) as [E|E]; rewrite E; lra. }
  lra.
Qed.
