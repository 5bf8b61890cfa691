(* B-L8: what rests in a layer of self-attention, token by token. *)
From Coq Require Import Reals.
From Kernel Require Import Prelude Resting.
From Claimed Require Import B_L8.
Open Scope R_scope.

Theorem proof : B_L8.
Proof.
  intros Space Token tokens x tau A V _ _ _ _ Unit _ _ _ Step.
  split; intros H i; [apply -> (layer_rests (x i)) | apply <- (layer_rests (x i))]; auto.
Qed.
