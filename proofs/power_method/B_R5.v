(* B-R5: what a layer does to a token depends on where the token is, so equal tokens stay equal. *)
From Coq Require Import Reals List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude.
From Claimed Require Import B_R5.
Open Scope R_scope.

Theorem proof : B_R5.
Proof.
  intros Space Token tokens P P_T V V_T tau _ _ _ _ _ _ _ _ _ x _ _ Orbit i j Start k.
  induction k as [|k IH]; [exact Start|]. rewrite (proj2 (Orbit k i)), (proj2 (Orbit k j)), IH. reflexivity.
Qed.
