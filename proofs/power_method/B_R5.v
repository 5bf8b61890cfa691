(* B-R5: equal tokens stay equal. *)
From Coq Require Import Reals.
From Kernel Require Import Prelude.
Open Scope R_scope.

Lemma equal_stay {Space : inner_product_space} {Token} (tokens : list Token) (P Q V : Space -> Space) tau :
  let push (x : Token -> Space) i := vadd (x i) (vscale tau (V (vtotal tokens (fun j =>
    vscale (exp (inner (x i) (P (x j))) / total tokens (fun k => exp (inner (x i) (P (x k))))) (x j))))) in
  (forall x i, push x i = vadd (x i) (vscale (tau / total tokens (fun j => exp (inner (Q (x i)) (x j))))
    (V (vtotal tokens (fun j => vscale (exp (inner (Q (x i)) (x j))) (x j)))))) -> forall x, (forall k i, vnorm (push (x k) i) <> 0 /\
    x (S k) i = vscale (/ vnorm (push (x k) i)) (push (x k) i)) -> forall i j, x O i = x O j -> forall k, x k i = x k j.
Proof.
  intros push Field x Orbit i j Start k. induction k; [exact Start | rewrite (proj2 (Orbit k i)), (proj2 (Orbit k j)), !Field, IHk; reflexivity].
Qed.
