(* B-R5: equal tokens stay equal. *)
From Coq Require Import Reals.
From Kernel Require Import Prelude.
Open Scope R_scope.

Lemma equal_stay {Space : inner_product_space} {Token} (tokens : list Token) (P V : Space -> Space) tau (x : nat -> Token -> Space) :
  let y k i := vadd (x k i) (vscale tau (V (vtotal tokens (fun j => vscale
    (exp (inner (x k i) (P (x k j))) / total tokens (fun l => exp (inner (x k i) (P (x k l))))) (x k j))))) in
  (forall k i, sqrt (inner (y k i) (y k i)) <> 0 /\ x (S k) i = vscale (/ sqrt (inner (y k i) (y k i))) (y k i)) ->
  forall i j, x O i = x O j -> forall k, x k i = x k j.
Proof.
  intros y Orbit i j Start k. induction k as [|k IH]; [exact Start|].
  rewrite (proj2 (Orbit k i)), (proj2 (Orbit k j)). unfold y. rewrite IH. reflexivity.
Qed.
