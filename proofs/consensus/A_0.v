(* A-0: W U = P means the same for the round model. *)
From Kernel Require Import Prelude.
From Claimed Require Import A_0.

Theorem proof : A_0.
Proof.
  unfold A_0. intros Space Token tokens U U' W P P' S R y.
  do 17 intros _. intros RR SR RS _ _ _ _. split; intros H x.
  - rewrite <- H, <- RR, SR. reflexivity.
  - rewrite <- RR. replace (U x) with (U (S (R x))) by (rewrite SR; reflexivity).
    rewrite H, RS, SR. reflexivity.
Qed.
