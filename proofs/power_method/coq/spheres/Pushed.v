(* The length of a vector that is not 0, and of its component along a unit vector. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude.
Open Scope R_scope.

Lemma root_of_square t : sqrt (t ^ 2) = Rabs t.
Proof. rewrite <- sqrt_Rsqr_abs. f_equal. unfold Rsqr. ring. Qed.

Section Pushed.
Context {S : inner_product_space} (u z : S).
Hypothesis Unit : inner u u = 1.
Hypothesis Some : 0 < inner z z.
Lemma positive_length : 0 < vnorm z.
Proof. apply sqrt_lt_R0, Some. Qed.
Lemma component_short : Rabs (inner u z) <= vnorm z.
Proof.
  eapply Rle_trans; [apply inner_le_vnorm|]. unfold vnorm at 1. rewrite Unit, sqrt_1. lra.
Qed.
End Pushed.
