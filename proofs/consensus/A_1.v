(* A-1: the gradient is the one vector that represents the differential. *)
From Kernel Require Import Prelude.
From Claimed Require Import A_1.

Theorem proof : A_1.
Proof.
  unfold A_1. intros Space G a S R M M' N N'.
  do 16 intros _. intros RR SR RS SG GS _ _ g. split; intro H.
  - assert (E : G g = a) by (apply inner_ext; exact H). rewrite <- E, SG, SR. reflexivity.
  - intro Y. rewrite H, GS, RS. reflexivity.
Qed.
