(* B-CT0: what rests under the flow, and why sign patterns do. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting.
From Claimed Require Import B_CT0.
Open Scope R_scope.

(* Combinations of v and -v are multiples of v. *)
Lemma on_the_line {S : inner_product_space} {I} (T : list I) (c : I -> R) (x : I -> S) (v : S) :
  (forall i, x i = v \/ x i = vscale (-1) v) ->
  exists m, vtotal T (fun j => vscale (c j) (x j)) = vscale m v.
Proof.
  intros Line. induction T as [|j T [m E]]; simpl.
  - exists 0. apply inner_ext. intro z. rewrite inner_scale_l, inner_zero_l. ring.
  - rewrite E. destruct (Line j) as [-> | ->]; [exists (c j + m) | exists (m - c j)];
      apply inner_ext; intro z; rewrite inner_add_l, !inner_scale_l; ring.
Qed.

Theorem proof : B_CT0.
Proof.
  intros Space Token tokens A x V _ _ Sym _ Unit _. split.
  - split; intros H i; [apply -> (flow_rests (x i)) | apply <- (flow_rests (x i))]; auto.
  - intros v _ mu [E Line] i. apply flow_rests; auto.
    destruct (on_the_line tokens (A i) x v Line) as [m ->].
    rewrite (adjoint_scale V V Sym), E.
    destruct (Line i) as [-> | ->]; [exists (m * mu) | exists (- (m * mu))];
      apply inner_ext; intro z; rewrite !inner_scale_l; ring.
Qed.
