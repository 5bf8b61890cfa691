(* B-R3: every orbit of the Oja map with tau |V| < 1 has one limit, which is at rest. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words OjaEnergy OjaOrbits.
From Claimed Require Import B_R3.
Open Scope R_scope.

Theorem proof : B_R3.
Proof.
  intros Space Token tokens Mode modes same V tau x _ ET _ _ Sym _ Start _ Step Orbit e _ kappa Kp
    [Frame [Norm Small]].
  destruct (orbit_has_limit tokens V tau kappa x ET Sym Step Start Kp Norm Small Orbit (map e modes))
    as [z [Z [Tends Rest]]].
  - assert (Named : forall (T : list Mode) a, vtotal T (fun m => vscale (inner (e m) a) (e m)) =
      vtotal (map e T) (fun d => vscale (inner d a) d)).
    { intros T a. induction T as [|m T IH]; [reflexivity|]. simpl. f_equal. exact IH. }
    intro a. rewrite <- Named. apply Frame.
  - exists z. split; [exact Z|]. split.
    + intros i j. assert (C := cauchy_schwarz (z i) (z j)). rewrite !Z in C. apply Rnot_lt_le. intro L.
      assert (0 < (inner (z i) (z j) - 1) * inner (z i) (z j)) by (apply Rmult_lt_0_compat; lra). lra.
    + intro i. split; [exact (Tends i) | exact (Rest i)].
Qed.
