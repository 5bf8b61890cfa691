(* B-L15: what Theorem 3 says of polygons is what Lemma 15 says, and the same two tokens refute it. *)
From Kernel Require Import Prelude Words.
From Claimed Require Import B_L15.
From Theorems Require B_T3.

Theorem proof : B_L15.
Proof. exact B_T3.proof. Qed.
