(* A-L3.1: in the metric (7) the tangent map leaves the one tangent part whose rest is orthogonal. *)
From Coq Require Import Reals Lra List.
From Kernel Require Import Prelude Words Inferences.
Open Scope R_scope.

Section Projection.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (y : Token -> S) (W : S -> S) (Z : Token -> R).
Hypotheses (ET : enumerates tokens) (HW : positive W) (Pos : forall i, 0 < Z i).
Let pi (V : Token -> S) i := vsub (V i) (vscale (inner (y i) (W (V i))) (y i)).
Let product (A B : Token -> S) := total tokens (fun i => Z i * inner (W (A i)) (B i)).
Let square A := product A A.
Let tangent T := forall i, inner (W (y i)) (T i) = 0.
Let summand A i : 0 <= Z i * inner (W (A i)) (A i).
Proof. apply Rmult_le_pos; [left; apply Pos | rewrite inner_sym; apply positive_nonneg, HW]. Qed.
Lemma only_this V T : (forall Y, tangent (pi Y)) -> (forall X Y, tangent X -> product X (fun i => vsub (Y i) (pi Y i)) = 0) ->
  (forall X Y, tangent X -> square (fun i => vsub (pi Y i) (X i)) = product (fun i => vsub (pi Y i) (X i)) (fun i => vsub (Y i) (X i))) ->
  (tangent T /\ forall H, tangent H -> product H (fun i => vsub (V i) (T i)) = 0) <-> forall i, T i = pi V i.
Proof.
  intros Tangent Orthogonal Only. split; [intros [HT Orth] i | intro E; split].
  - assert (Q : square (fun i => vsub (pi V i) (T i)) = 0).
    { rewrite Only by exact HT. apply Orth. intro k. unfold vsub at 1. rewrite inner_add_r, inner_scale_r, HT, (Tangent V k). ring. }
    symmetry. apply (equal_by_metric W _ _ 0); [|reflexivity | exact HW]. destruct (Rle_lt_or_eq_dec _ _ (summand (fun i => vsub (pi V i) (T i)) i)) as [P|E].
    + apply (total_one_positive tokens (fun k => Z k * inner (W (vsub (pi V k) (T k))) (vsub (pi V k) (T k))) i ET (summand _)) in P.
      unfold square, product in Q. lra.
    + symmetry in E. destruct (Rmult_integral _ _ E) as [N|N]; [specialize (Pos i); lra | exact N].
  - intro i. rewrite E. apply Tangent.
  - intros H HH. rewrite <- (Orthogonal H V HH). apply total_ext. intro i. rewrite E. reflexivity.
Qed.
Lemma nearest V T : (forall X Y, tangent X -> square (fun i => vsub (Y i) (X i)) = square (fun i => vsub (Y i) (pi Y i)) + square (fun i => vsub (pi Y i) (X i))) ->
  tangent T -> square (fun i => vsub (V i) (pi V i)) <= square (fun i => vsub (V i) (T i)).
Proof. intros Pythagoras HT. rewrite (Pythagoras T V HT). assert (P := total_nonneg tokens _ (summand (fun i => vsub (pi V i) (T i)))). unfold square, product. lra. Qed.
End Projection.
