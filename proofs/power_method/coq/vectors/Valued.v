(* What is told of the image of every state near one, told with the sums that the image divides by. *)
From Coq Require Import Reals.

Ltac told_with_sums told sums :=
  let d := fresh "d" in let Dp := fresh "Dp" in let H := fresh "H" in let y := fresh "y" in
  let Hy := fresh "Hy" in let z := fresh "z" in let Z := fresh "Z" in let Near := fresh "Near" in
  let i := fresh "i" in let Z1 := fresh "Z1" in let Z2 := fresh "Z2" in
  destruct told as [d [Dp H]]; exists d; split; [exact Dp|]; intros y Hy; destruct (H y Hy) as [z [Z Near]];
  exists z; split; [|exact Near]; intro i; destruct (Z i) as [Z1 Z2]; split; [exact Z1|];
  split; [intros _; apply Rgt_not_eq, (sums y i) | exact Z2].
