(* B-CT0: what rests under the flow, and why sign patterns do. *)
From Coq Require Import Reals FunctionalExtensionality.
From Kernel Require Import Prelude.
Open Scope R_scope.

Section Rest.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (A : Token -> Token -> R) (V : S -> S).
Let pull x i := V (vtotal tokens (fun j => vscale (A i j) (x j))).
Let tangent x (y : S) := vsub y (vscale (inner x y) x).
Lemma rests x : (forall a i, tangent (x i) (vscale a (x i)) = vzero) -> (forall w i, w = vadd (tangent (x i) w) (vscale (inner (x i) w) (x i))) ->
  (forall i, tangent (x i) (pull x i) = vzero) <-> forall i, exists a, pull x i = vscale a (x i).
Proof.
  intros Multiple Parts. split; intros H i; [| destruct (H i) as [a ->]; apply Multiple].
  exists (inner (x i) (pull x i)). rewrite (Parts (pull x i) i) at 1. rewrite H, vadd_comm, vadd_zero. reflexivity.
Qed.
Lemma patterns_rest x : (forall a i, tangent (x i) (vscale a (x i)) = vzero) ->
  (forall c e mu i, inner e e = 1 -> V e = vscale mu e ->
    V (vtotal tokens (fun j => vscale (A i j) (vscale (c j) e))) = vscale (mu * total tokens (fun j => A i j * c j)) e) ->
  forall v mu, inner v v = 1 -> V v = vscale mu v /\ (forall i, x i = v \/ x i = vscale (-1) v) -> forall i, tangent (x i) (pull x i) = vzero.
Proof.
  intros Multiple Sums v mu Unit [E Line] i. assert (X : exists c, x = fun j => vscale (c j) v).
  { exists (fun j => inner v (x j)). apply functional_extensionality. intro j.
    destruct (Line j) as [-> | ->]; rewrite ?inner_scale_r, Unit, ?Rmult_1_r, ?vscale_one; reflexivity. }
  destruct X as [c ->]. unfold pull. rewrite (Sums c v mu i Unit E). set (m := mu * _).
  destruct (Line i) as [L | L]; [assert (M := Multiple m i) | assert (M := Multiple (- m) i)]; rewrite L in *; [exact M|].
  rewrite vscale_vscale in M. replace (- m * -1) with m in M by ring. exact M.
Qed.
End Rest.
