(* A-H3.1: Theorem 3.1 with the identity as value matrix, and the model of the round tokens. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves.
From Claimed Require Import A_H3_1.
From Theorems Require A_T3_1.
Open Scope R_scope.

Theorem proof : A_H3_1.
Proof.
  intros S Token tokens W d P y R R_I Comp ET. intros.
  match goal with H : 1 <= d |- _ => rename H into D end.
  match goal with H : adjoint W W |- _ => rename H into AW end.
  match goal with H : adjoint P P |- _ => rename H into AP end.
  match goal with H : adjoint R R |- _ => rename H into AR end.
  match goal with H : bounded_operator W |- _ => rename H into BW end.
  match goal with H : bounded_operator P |- _ => rename H into BP end.
  match goal with H : positive W /\ coercive W |- _ => rename H into HW end.
  match goal with H : forall x, R (R x) = W x |- _ => rename H into RR end.
  match goal with H : forall i, inner (y i) (W (y i)) = 1 |- _ => rename H into Ey end.
  assert (AI : adjoint (fun x : S => x) (fun x => x)) by (intros a b; reflexivity).
  assert (BI : bounded_operator (fun x : S => x)) by (exists 1; split; [lra|]; intro; lra).
  split; [|split].
  - intro Two.
    assert (K := proj2 (A_T3_1.proof S Token tokens W d P P (fun x => x) (fun x => x) Comp ET D AW AP AI BW BP
      BP BI BI HW) Two).
    split.
    + intros H x. destruct (proj1 K H) as [_ E]. symmetry. apply E.
    + intro E. apply (proj2 K). split; intro x; [reflexivity | symmetry; apply E].
  - intro i. rewrite (AR (y i)), RR, Ey. apply sqrt_1.
  - intro i.
    assert (Sc : forall i j, inner (R (y i)) (R (y j)) = inner (y i) (W (y j)))
      by (intros; rewrite (AR (y i0)), RR; reflexivity).
    set (f := vtotal tokens (fun j => vscale (exp (inner (y i) (W (y j))) /
      total tokens (fun k => exp (inner (y i) (W (y k))))) (y j))).
    assert (E : vscale (/ total tokens (fun j => exp (inner (R (y i)) (R (y j)))))
      (vtotal tokens (fun j => vscale (exp (inner (R (y i)) (R (y j)))) (R (y j)))) = R f).
    { unfold f. rewrite (adjoint_vtotal _ _ AR). apply inner_ext. intro w.
      rewrite inner_scale_l, !inner_vtotal_l, <- total_scale.
      replace (total tokens (fun j => exp (inner (R (y i)) (R (y j))))) with
        (total tokens (fun k => exp (inner (y i) (W (y k))))) by (apply total_ext; intro; rewrite Sc; reflexivity).
      apply total_ext. intro j. rewrite (adjoint_scale _ _ AR), !inner_scale_l, Sc. unfold Rdiv. ring. }
    rewrite E. fold f. unfold vsub.
    rewrite (adjoint_add _ _ AR), !(adjoint_scale _ _ AR), (AR (y i) (R f)), RR. reflexivity.
Qed.
