(* B-CT0: what rests under the flow, and why sign patterns do. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting.
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

Section Rest.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (A : Token -> Token -> R) (x : Token -> S) (V : S -> S).
Definition pull i := V (vtotal tokens (fun j => vscale (A i j) (x j))).
Hypothesis Unit : forall i, inner (x i) (x i) = 1.
Lemma rests : (forall i, vsub (pull i) (vscale (inner (x i) (pull i)) (x i)) = vzero) <->
  forall i, exists a, pull i = vscale a (x i).
Proof. split; intros H i; [apply -> (flow_rests (x i)) | apply <- (flow_rests (x i))]; auto. Qed.
Lemma patterns_rest v mu : V v = vscale mu v /\ (forall i, x i = v \/ x i = vscale (-1) v) -> adjoint V V ->
  forall i, vsub (pull i) (vscale (inner (x i) (pull i)) (x i)) = vzero.
Proof.
  intros [E Line] Sym i. apply flow_rests; auto. unfold pull.
  destruct (on_the_line tokens (A i) x v Line) as [m ->].
  rewrite (adjoint_scale V V Sym), E.
  destruct (Line i) as [-> | ->]; [exists (m * mu) | exists (- (m * mu))];
    apply inner_ext; intro z; rewrite !inner_scale_l; ring.
Qed.
End Rest.
